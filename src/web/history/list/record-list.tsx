import {
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import type { Kind } from '#core/models/rules/kinds.ts'
import { type HistoryView, isFiltered } from '#web/lib/history/address.ts'
import type { HistoryState, HistoryStore } from '#web/lib/history/history-store.ts'
import type { HistoryWindow } from '#web/lib/history/history-window.ts'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { historyTexts } from '../history-kinds.ts'
import { layoutOf } from './layouts.ts'
import { LoadMoreEdge, NewerButton } from './list-edges.tsx'
import { useFrame, useIsFastScrolling } from './list-frame.ts'
import { ListLine } from './list-line.tsx'
import type { CellContext } from './record-cell.tsx'
import { createLayout, type ListRow } from './rows.ts'
import type { Selection, SelectionStore } from './selection.ts'
import { orderOf, useListKeys, useRecordActions } from './use-list-keys.ts'
import { hasOlder, idsOf, tabStopOf, useNearRecords, useNewer } from './use-records.ts'
import { positionAt, type SavedPosition, useSavedPosition } from './use-scroll-anchor.ts'
import { type DrawnRows, type RowsVirtualizer, useVirtualRows } from './use-virtual-rows.ts'

type RecordListProps = {
  kind: Kind
  view: HistoryView
  store: HistoryStore
  state: HistoryState & { window: HistoryWindow }
  selection: Selection
  /** Sticks above the list. */
  bar: RefObject<HTMLElement | null>
  page: number
  pageSize: number
  /** The position to keep until the user scrolls. */
  keptPosition: SavedPosition | undefined
  onJump: (page: number) => void
  onOpen: (id: string, at?: number) => void
  /** The last record in the viewer: it gets the keyboard focus when the viewer closes. */
  lastViewedRef: RefObject<string | undefined>
}

/** The records of a history of any length: only those near the window are rendered and fetched. */
export function RecordList(props: RecordListProps) {
  const list = useRef<HTMLDivElement>(null)
  const frame = useFrame(list, props.bar)
  // Thousands of records are laid out again: the view's button reacts first.
  const view = useDeferredValue(props.view)
  return (
    <div ref={list} className="relative [overflow-anchor:none]">
      {frame && frame.width > 0 && <Lines {...props} view={view} list={list} frame={frame} />}
    </div>
  )
}

type LinesProps = RecordListProps & {
  list: RefObject<HTMLDivElement | null>
  frame: NonNullable<ReturnType<typeof useFrame>>
}

function Lines(props: LinesProps) {
  const { kind, view, store, selection, pageSize, keptPosition, onJump, onOpen, list } = props
  const { window, failed, total } = props.state
  const { width, top, covered } = props.frame
  const rows = useRows({
    kind,
    // The near copies of one record are what a stack opens.
    view: view === 'stacks' && store.source.filters.near ? 'grid' : view,
    window,
    width,
    joinsDays: isFiltered(store.source.filters),
  })
  const { virtualizer, drawn } = useVirtualRows({
    rows,
    top,
    covered,
    keptPosition,
    offset: window.offset,
  })
  const isRushing = useIsFastScrolling()
  useNearRecords(store, drawn)
  useReportedPosition(props, rows, virtualizer)
  const isAtTop = useCallback(() => scrollY + covered <= top + 8, [covered, top])
  const { arrivals, show } = useNewer(store, window, isAtTop)

  const { selectionStore } = selection
  const toggle = useToggle(selectionStore, rows)
  const context = useMemo(
    (): CellContext => ({ view, selectionStore, arrivals, open: onOpen, toggle }),
    [view, selectionStore, arrivals, onOpen, toggle],
  )
  const actions = useRecordActions({ store, selection, context })
  const current = useStore(selectionStore, (state) => state.current)
  const keys = useListKeys({
    list,
    drawn,
    current,
    virtualizer,
    covered,
    selectionStore,
    isGrid: view !== 'list',
    actions,
  })
  useReturnFromViewer(list, props.lastViewedRef, keys.focusRecord)
  const tabStop = tabStopOf(drawn, current, virtualizer.range?.startIndex ?? 0)
  const pageAt = (place: number) => Math.floor(place / pageSize) + 1
  const retry = useCallback((chunk: number) => store.loadChunks([chunk], true), [store])

  return (
    <>
      <NewerButton count={window.pendingCount} top={covered} onPress={() => scrollToTop(show)} />
      <LoadMoreEdge isShown={window.offset > 0} onPress={() => onJump(pageAt(window.offset - 1))}>
        {m.history_newer_records()}
      </LoadMoreEdge>
      {/** biome-ignore lint/a11y/useSemanticElements: a table cannot be drawn in parts */}
      <div
        role="grid"
        aria-label={m.history_list_label()}
        aria-multiselectable
        aria-rowcount={-1}
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={keys.onKeyDown}
        onFocus={({ target }) => {
          const id = target.closest<HTMLElement>('[data-record]')?.dataset.record
          if (id) selectionStore.focus(id)
        }}
      >
        <DrawnLines
          {...{ drawn, top, context, virtualizer, isRushing, tabStop, current, failed }}
          onRetry={retry}
        />
      </div>
      <LoadMoreEdge
        isShown={hasOlder(window, total)}
        onPress={() => onJump(pageAt(window.offset + window.length))}
      >
        {m.history_older_records()}
      </LoadMoreEdge>
    </>
  )
}

/** Writes the scroll position into the address and the store. */
function useReportedPosition(
  { store, state: { window }, frame: { covered }, keptPosition, page, pageSize }: LinesProps,
  rows: readonly ListRow[],
  virtualizer: RowsVirtualizer,
): void {
  const read = useCallback(
    () => positionAt(rows, virtualizer, scrollY + covered),
    [rows, virtualizer, covered],
  )
  const onRest = useCallback((place: number) => store.setAnchor(place), [store])
  useSavedPosition({
    page,
    pageSize,
    offset: window.offset,
    isHeld: keptPosition !== undefined,
    read,
    onRest,
  })
}

type DrawnLinesProps = {
  drawn: DrawnRows
  /** The top of the list on the page, in px. */
  top: number
  context: CellContext
  virtualizer: RowsVirtualizer
  isRushing: boolean
  tabStop: string | undefined
  /** The record that has the keyboard focus. */
  current: string | undefined
  failed: ReadonlySet<number>
  onRetry: (chunk: number) => void
}

function DrawnLines({ drawn, top, tabStop, current, failed, onRetry, ...list }: DrawnLinesProps) {
  return drawn.items.map(({ key, index, start }) => {
    const row = drawn.rows[index]
    if (!row) return null
    const ownStop = tabStop !== undefined && idsOf(row).includes(tabStop) ? tabStop : undefined
    return (
      <ListLine
        key={key}
        {...list}
        row={row}
        index={index}
        start={start - top}
        tabStop={ownStop}
        hasKeyboard={ownStop !== undefined && ownStop === current}
        onRetry={failed.has(row.chunk) ? onRetry : undefined}
        measure={row.type === 'record' ? list.virtualizer.measureElement : undefined}
      />
    )
  })
}

/** Selects or deselects a record among the current rows. */
function useToggle(selectionStore: SelectionStore, rows: readonly ListRow[]) {
  const latest = useRef(rows)
  useLayoutEffect(() => {
    latest.current = rows
  }, [rows])
  return useCallback(
    (id: string, range: boolean) => selectionStore.toggle(id, range, () => orderOf(latest.current)),
    [selectionStore],
  )
}

/** When the viewer closes, the record that it showed last gets the keyboard focus. */
function useReturnFromViewer(
  list: RefObject<HTMLElement | null>,
  lastViewedRef: RefObject<string | undefined>,
  focusRecord: (id: string) => void,
): void {
  const { query, cause } = useLocation()
  const isViewing = query.record !== undefined
  const wasViewing = useRef(isViewing)
  const restoreFocus = useEffectEvent(() => {
    const id = lastViewedRef.current
    lastViewedRef.current = undefined
    // A link leads to the top of its page.
    if (id === undefined || cause === 'push') return
    const focused = document.activeElement?.closest<HTMLElement>('[data-record]')
    if (!(focused && list.current?.contains(focused) && focused.dataset.record === id))
      focusRecord(id)
  })
  useEffect(() => {
    if (wasViewing.current && !isViewing) restoreFocus()
    wasViewing.current = isViewing
  }, [isViewing])
}

type RowsOptions = {
  kind: Kind
  view: HistoryView
  window: HistoryWindow
  width: number
  joinsDays: boolean
}

function useRows({ kind, view, window, width, joinsDays }: RowsOptions): ListRow[] {
  const [layout] = useState(createLayout)
  const shape = useMemo(
    () => ({
      view,
      width,
      ratio: layoutOf(kind).ratio,
      rowHeight: historyTexts[kind].rowHeight,
      joinsDays,
    }),
    [view, width, kind, joinsDays],
  )
  return useMemo(() => layout(window, shape), [layout, window, shape])
}

function scrollToTop(show: () => void): void {
  show()
  scrollTo({ top: 0, behavior: 'instant' })
}
