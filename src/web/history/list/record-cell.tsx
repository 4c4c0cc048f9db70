// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be drawn in parts, wherever they belong

import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type MouseEvent, memo, useDeferredValue, useMemo } from 'react'
import { useStore } from 'zustand'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { HistoryView } from '#web/lib/history/address.ts'
import { generationQuery, isOpen } from '#web/lib/jobs/generations.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { nearCopiesAddress } from '#web/shared/record-actions/record-links.ts'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { Layers } from '#web/ui/icons/history-icons.ts'
import { layoutOf } from './layouts.ts'
import { useLongPress } from './select-box.tsx'
import type { SelectionStore } from './selection.ts'

/** The context of all records of a list; the same object until the list changes. */
export type CellContext = {
  view: HistoryView
  selectionStore: SelectionStore
  /** The ids of records that arrived while the list was shown. */
  arrivals: ReadonlySet<string>
  /** `at`: the result that is shown first; without it the first one. */
  open(id: string, at?: number): void
  toggle(id: string, range: boolean): void
}

type RecordCellProps = {
  generation: GenerationView
  /** How many near copies it stands for with itself. */
  stackSize?: number
  context: CellContext
  style?: CSSProperties | undefined
  className: string
  /** Whether Tab focuses it: one record of the list has that, the arrow keys move it. */
  isTabStop: boolean
}

/**
 * A record at its place: a click opens it, or selects it while records are selected or Ctrl, Cmd or
 * Shift is pressed.
 */
export const RecordCell = memo(function RecordCell(props: RecordCellProps) {
  const { generation, stackSize = 1, context, style, className, isTabStop } = props
  const { id } = generation
  // Thousands may be selected at once: the count is updated first.
  const isSelected = useDeferredValue(
    useStore(context.selectionStore, () => context.selectionStore.has(id)),
  )
  const press = useLongPress(() => context.toggle(id, false))
  const selectInstead = (event: MouseEvent) => {
    const isHeld = event.ctrlKey || event.metaKey || event.shiftKey
    if (!(isHeld || context.selectionStore.isSelecting()) || hasOwnClick(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    context.toggle(id, event.shiftKey)
  }
  return (
    <div
      role="gridcell"
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      data-record={id}
      style={style}
      className={`${className} ${context.arrivals.has(id) ? 'arrive' : ''}`}
      onClickCapture={selectInstead}
      {...press}
    >
      <CellBody generation={generation} context={context} isSelected={isSelected} />
      {stackSize > 1 && <StackBadge generation={generation} size={stackSize} />}
      {isOpen(generation) && <PollWhileShown id={id} />}
    </div>
  )
})

type CellBodyProps = Pick<RecordCellProps, 'generation' | 'context'> & { isSelected: boolean }

/** Rendered again only when its props changed. */
const CellBody = memo(function CellBody({ generation, context, isSelected }: CellBodyProps) {
  const { view, selectionStore, open, toggle } = context
  const isSelecting = useDeferredValue(useStore(selectionStore, selectionStore.isSelecting))
  const { Tile, Row } = layoutOf(generation.kind)
  const Item = view === 'list' ? Row : Tile
  return useMemo(
    () => (
      <Item
        generation={generation}
        onOpen={() => open(generation.id)}
        onOpenResult={(at) => open(generation.id, at)}
        selection={{
          isSelected,
          isSelecting,
          toggle: ({ range }) => toggle(generation.id, range),
        }}
      />
    ),
    [Item, generation, isSelected, isSelecting, open, toggle],
  )
})

/** Leads to all near copies of a record. The viewer leads there for the keyboard. */
function StackBadge({ generation, size }: { generation: GenerationView; size: number }) {
  const label = m.history_stack({ count: size })
  return (
    <Link
      {...nearCopiesAddress(generation)}
      tabIndex={-1}
      data-tip={label}
      className="absolute bottom-2 left-2 after:absolute after:-inset-2"
    >
      <span aria-hidden>
        <Badge onImage>
          <Layers size={12} />
          {formatNumber(size)}
        </Badge>
      </span>
      <span className="sr-only">{label}</span>
    </Link>
  )
}

/** Polls an open generation while it is shown and no events arrive for it. */
function PollWhileShown({ id }: { id: string }) {
  useQuery({ ...generationQuery(id), enabled: false })
  return null
}

/** A control within a record handles its click itself, whatever keys are pressed. */
function hasOwnClick(target: EventTarget): boolean {
  if (!(target instanceof Element)) return false
  return (
    target.closest(
      'label, a, input, video, audio, [role=slider], button:not([data-viewer-opener])',
    ) !== null
  )
}
