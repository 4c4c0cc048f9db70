import { type ComponentType, type ReactNode, type Ref, useState } from 'react'
import { ignoredInSearch } from '#core/history/search-term-rules.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { formatNumber } from '#web/lib/format.ts'
import {
  type HistoryFilters,
  type HistoryView,
  hasMakingFilters,
} from '#web/lib/history/address.ts'
import { m } from '#web/messages/compiled/messages.js'
import { featureParts } from '#web/shared/feature-parts.tsx'
import { Button, buttonStyle, IconButton } from '#web/ui/controls/button.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { RefreshCw } from '#web/ui/icons/form-icons.ts'
import { CheckCheck, Layers, LayoutGrid, List } from '#web/ui/icons/history-icons.ts'
import { SlidersHorizontal } from '#web/ui/icons/stage-icons.ts'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { type Selection, useSelectedCount } from '../list/selection.ts'
import { ActiveFilters, activeCount } from './active-filters.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { SearchBox } from './search-box.tsx'

/** What features know of the shown records, to add tools beside their filters. */
export type FilterToolProps = { kind: Kind; filters: HistoryFilters }

const FilterTools = featureParts(
  import.meta.glob<ComponentType<FilterToolProps>>('/src/features/*/web/filter-tool.tsx', {
    eager: true,
    import: 'FilterTool',
  }),
)

type HistoryBarProps = {
  ref: Ref<HTMLDivElement>
  kind: Kind
  filters: HistoryFilters
  view: HistoryView
  selection: Selection
  onFilter: (filters: HistoryFilters) => void
  onSearch: (search: string) => void
  onView: (view: HistoryView) => void
  onRefresh: () => Promise<void>
  /** The page navigation. */
  children: ReactNode
}

/** Sticks above the list: search, filters, view, selection. */
export function HistoryBar(props: HistoryBarProps) {
  const { ref, kind, filters, view, selection, onFilter, onSearch, onView, onRefresh, children } =
    props
  return (
    <div
      ref={ref}
      data-toast-clear
      className="sticky top-(--top-bar) z-[5] -mx-4 bg-ground px-4 md:-mx-6 md:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1 py-2">
        <SearchBox value={filters.search} onSearch={onSearch} />
        <FilterButton kind={kind} filters={filters} onFilter={onFilter} />
        <FilterTools kind={kind} filters={filters} />
        <RefreshButton kind={kind} onRefresh={onRefresh} />
        <SelectAll selection={selection} />
        <span className="flex-1 max-lg:hidden" />
        <span className="ml-auto lg:order-last lg:ml-2">
          <Segmented
            label={m.history_view()}
            value={view}
            onChange={onView}
            options={[
              {
                value: 'grid',
                label: <LayoutGrid size={16} aria-hidden />,
                name: m.history_view_grid(),
              },
              ...(hasMakingFilters(kind)
                ? [
                    {
                      value: 'stacks' as const,
                      label: <Layers size={16} aria-hidden />,
                      name: m.history_view_stacks(),
                    },
                  ]
                : []),
              { value: 'list', label: <List size={16} aria-hidden />, name: m.history_view_list() },
            ]}
          />
        </span>
        {children}
      </div>
      <IgnoredInSearch search={filters.search} />
      <ActiveFilters filters={filters} onChange={onFilter} />
    </div>
  )
}

/** The symbols that the search ignores. */
function IgnoredInSearch({ search }: { search: string }) {
  const ignored = ignoredInSearch(search)
  return (
    <p
      role="status"
      className={ignored.length > 0 ? 'pb-2 text-small text-warn wrap-anywhere' : 'sr-only'}
    >
      {ignored.length > 0 && m.history_search_ignored({ symbols: ignored.join(' ') })}
    </p>
  )
}

function FilterButton({
  kind,
  filters,
  onFilter,
}: Pick<HistoryBarProps, 'kind' | 'filters' | 'onFilter'>) {
  const count = activeCount(filters)
  return (
    <Popover
      label={m.history_filter()}
      align="start"
      trigger={(trigger) => (
        <button
          {...trigger}
          type="button"
          aria-label={count > 0 ? m.history_filter_count({ count }) : m.history_filter()}
          className={`${buttonStyle({ variant: 'quiet' })} max-sm:w-control max-sm:px-0`}
        >
          <SlidersHorizontal size={16} aria-hidden className={count > 0 ? 'text-accent' : ''} />
          <span className="max-sm:hidden">{m.history_filter()}</span>
        </button>
      )}
    >
      {(close) => (
        <FilterPanel
          kind={kind}
          filters={filters}
          onApply={(next) => {
            close()
            onFilter(next)
          }}
        />
      )}
    </Popover>
  )
}

function RefreshButton({ kind, onRefresh }: Pick<HistoryBarProps, 'kind' | 'onRefresh'>) {
  const [isBusy, setBusy] = useState(false)
  const label = kind === 'audio' ? m.history_refresh_all() : m.history_refresh()
  const refresh = async () => {
    setBusy(true)
    try {
      await onRefresh()
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton
      icon={RefreshCw}
      label={isBusy ? m.history_refreshing() : label}
      aria-busy={isBusy}
      onClick={() => void refresh()}
      className={isBusy ? '[&>svg]:animate-spin' : ''}
    />
  )
}

function SelectAll({ selection }: Pick<HistoryBarProps, 'selection'>) {
  const count = useSelectedCount(selection)
  if (count > 0) {
    return (
      <Button
        variant="quiet"
        onClick={() => selection.selectionStore.clear()}
        className="max-sm:hidden"
      >
        <span className="tabular-nums">
          {m.history_selected({ count, shown: formatNumber(count) })}
        </span>
        <span className="sr-only">{m.history_clear_selection()}</span>
      </Button>
    )
  }
  return (
    <IconButton icon={CheckCheck} label={m.history_select_all()} onClick={selection.selectAll} />
  )
}
