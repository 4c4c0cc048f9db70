import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { HistoryStore } from '#web/lib/history/history-store.ts'
import { fetchedRecords } from '#web/lib/history/window-changes.ts'
import { severalFiles } from '#web/shared/record-actions/several-files.ts'
import { canOpen } from '../viewer/viewer-slides.ts'
import type { CellContext } from './record-cell.tsx'
import type { ListRow } from './rows.ts'
import type { Selection, SelectionStore } from './selection.ts'
import { rowOf, stepFrom } from './step.ts'
import { idsOf } from './use-records.ts'
import type { DrawnRows, RowsVirtualizer } from './use-virtual-rows.ts'

/** The actions of a list's keys, on the record with the keyboard focus. */
export type KeyActions = {
  open(id: string): void
  toggle(id: string, range: boolean): void
  /** Opens the delete dialog; `onRemoved` is called after the deletion. */
  remove(id: string, onRemoved: () => void): void
  favorite(id: string): void
  download(id: string): void
  selectAll(): void
}

type Options = {
  list: RefObject<HTMLElement | null>
  drawn: DrawnRows
  /** The record that has the keyboard focus. */
  current: string | undefined
  virtualizer: RowsVirtualizer
  covered: number
  selectionStore: SelectionStore
  /** A button that opens a record covers the whole of its tile. */
  isGrid: boolean
  actions: KeyActions
}

/**
 * Arrows, Home and End move between the records, Enter opens, Space selects, Delete opens the
 * delete dialog, f marks as a favourite, d downloads, Ctrl or Cmd with a selects all, Escape clears
 * the selection.
 */
export function useListKeys({
  list,
  drawn,
  current,
  virtualizer,
  covered,
  selectionStore,
  isGrid,
  actions,
}: Options) {
  const { rows } = drawn
  const wanted = useRef<string>(undefined)
  const focusWanted = useCallback(() => {
    const cell =
      wanted.current &&
      list.current?.querySelector<HTMLElement>(`[data-record="${CSS.escape(wanted.current)}"]`)
    if (!cell) return
    wanted.current = undefined
    cell.focus({ preventScroll: true })
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawn records may include it now
  useLayoutEffect(focusWanted, [focusWanted, drawn, current])

  const focusRecord = useCallback(
    (id: string) => {
      const row = rowOf(rows, id)
      if (row === -1) return
      bringIntoView(row, virtualizer, covered)
      wanted.current = id
      selectionStore.focus(id)
      focusWanted()
    },
    [rows, virtualizer, covered, selectionStore, focusWanted],
  )

  const onKeyDown = (event: KeyboardEvent) => {
    const cell =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-record]') : null
    // Keys may come faster than records are drawn: they apply to the one that is focused next.
    const isPending = wanted.current !== undefined && rowOf(rows, wanted.current) !== -1
    const id = isPending ? wanted.current : cell?.dataset.record
    if (!cell || id === undefined || event.defaultPrevented || hasOwnKeys(event.target)) return
    if (event.key === 'Escape') return selectionStore.clear()
    if (event.key === 'a' && (event.ctrlKey || event.metaKey))
      return done(event, () => actions.selectAll())
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = stepFrom(rows, id, event.key)
    if (next !== undefined) return done(event, () => focusRecord(next))
    const isRecordItself = event.target === cell || (isGrid && isOpener(event.target))
    if (!isRecordItself) return
    if (event.key === 'Delete' || event.key === 'Backspace') {
      const adjacent = stepFrom(rows, id, 'ArrowRight') ?? stepFrom(rows, id, 'ArrowLeft')
      return done(event, () =>
        actions.remove(id, () => adjacent !== undefined && focusRecord(adjacent)),
      )
    }
    const action = actionOf(event, id, actions)
    if (action) done(event, action)
  }
  return { onKeyDown, focusRecord }
}

function actionOf(
  { key, shiftKey }: KeyboardEvent,
  id: string,
  actions: KeyActions,
): (() => void) | undefined {
  switch (key) {
    case 'Enter':
      return () => actions.open(id)
    case ' ':
      return () => actions.toggle(id, shiftKey)
    case 'f':
      return () => actions.favorite(id)
    case 'd':
      return () => actions.download(id)
    default:
      return undefined
  }
}

function done(event: KeyboardEvent, act: () => void): void {
  event.preventDefault()
  act()
}

/**
 * Scrolls as little as needed, so that a line is neither under the bars at the window's edges nor
 * outside it.
 */
function bringIntoView(index: number, virtualizer: RowsVirtualizer, covered: number): void {
  const item = virtualizer.measurementsCache[index]
  if (!item) return
  const [above, below] = [covered + 8, innerHeight - 72]
  const by =
    item.start - scrollY < above
      ? item.start - scrollY - above
      : Math.max(0, item.end - scrollY - below)
  if (by !== 0) scrollBy({ top: by, behavior: 'instant' })
}

/** Sliders, players and text fields handle their own keys. */
function hasOwnKeys(target: EventTarget): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=checkbox]), [role=slider], textarea, dialog') !== null
  )
}

function isOpener(target: EventTarget): boolean {
  return target instanceof Element && target.matches('[data-viewer-opener]')
}

/** All loaded records, in their order. */
export function orderOf(rows: readonly ListRow[]): string[] {
  return rows.flatMap(idsOf)
}

type RecordActionOptions = { store: HistoryStore; selection: Selection; context: CellContext }

const noProgress = () => undefined

/** The actions of the keys on the record with the keyboard focus, or on all selected ones. */
export function useRecordActions({ store, selection, context }: RecordActionOptions): KeyActions {
  return useMemo(() => {
    const { selectionStore, actions } = selection
    const find = (id: string) =>
      fetchedRecords(store.read().window).find((record) => record.id === id)
    const meant = (id: string): GenerationView[] => {
      if (selectionStore.isSelecting()) return selection.records()
      const record = find(id)
      return record ? [record] : []
    }
    return {
      open: (id) => {
        const record = find(id)
        if (record && canOpen(record)) context.open(id)
      },
      toggle: context.toggle,
      remove: (id, onRemoved) => {
        if (selectionStore.isSelecting()) return selection.openRemoveDialog()
        const record = find(id)
        if (record) selection.openRemoveDialog([record], onRemoved)
      },
      favorite: (id) => {
        if (selectionStore.getState().isAll)
          return void actions.changeSelected(
            selection.selected(),
            { action: 'favorite' },
            noProgress,
          )
        for (const record of meant(id)) void actions.setFavorite(record, !record.is_favorite)
      },
      download: (id) => {
        if (selectionStore.getState().isAll)
          void severalFiles?.downloadSelected(selection.selected(), noProgress)
        else void actions.download(meant(id))
      },
      selectAll: selection.selectAll,
    }
  }, [store, selection, context])
}
