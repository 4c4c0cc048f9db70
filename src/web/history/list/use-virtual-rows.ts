import {
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListRow } from './rows.ts'
import { positionAt, type SavedPosition, type ScrollPosition } from './use-scroll-anchor.ts'

export type RowsVirtualizer = Virtualizer<Window, HTMLElement>

/** The rendered lines of the list, and their positions. */
export type DrawnRows = { rows: readonly ListRow[]; items: readonly VirtualItem[] }

type Options = {
  rows: readonly ListRow[]
  /** The top of the list on the page, and how much of the window is covered above it, in px. */
  top: number
  covered: number
  /** The position to keep until the user scrolls. */
  keptPosition: SavedPosition | undefined
  /** How many records of the history are before the first one of the list. */
  offset: number
}

/**
 * The lines of the list that are near the window. When lines are added, removed or changed above,
 * the visible ones stay where they are on the screen.
 */
export function useVirtualRows({ rows, top, covered, keptPosition, offset }: Options) {
  const [known, setKnown] = useState<RowsVirtualizer>()
  const kept = useKeptPosition(rows, known, covered)
  const used = useRef(kept)
  // biome-ignore lint/nursery/useReactCompiler: the virtualizer is mutable and is read on every render
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: rows.length,
    estimateSize: (index) => rows[index]?.height ?? 0,
    getItemKey: useMemo(() => (index: number) => rows[index]?.key ?? index, [rows]),
    rangeExtractor: (range) => rangeWithCards(range, rows, focusedRow()),
    scrollMargin: top,
    useFlushSync: false,
  })
  if (known !== virtualizer) setKnown(virtualizer)

  useLayoutEffect(() => {
    // It only applies to the lines that have just been added.
    const before = used.current === kept ? undefined : kept.anchor
    used.current = kept
    const anchor = keptPosition
      ? { place: keptPosition.place - offset, below: keptPosition.below }
      : before
    if (!anchor || rows.length === 0) return
    const wanted = anchor.place <= 0 && anchor.below <= 0 ? 0 : offsetOf(anchor, rows, virtualizer)
    if (wanted === undefined) return
    const scrollTop = Math.max(0, wanted - covered)
    if (Math.abs(scrollTop - scrollY) >= 1) scrollTo({ top: scrollTop, behavior: 'instant' })
    // A jump sets a new position on the same lines.
  }, [rows, covered, keptPosition, offset, kept, virtualizer])

  const items = virtualizer.getVirtualItems()
  const drawn = useMemo((): DrawnRows => ({ rows, items }), [rows, items])
  return { virtualizer, drawn: useSmoothly(drawn, virtualizer) }
}

/**
 * Lines that come near during scrolling are rendered in small steps, so that scrolling never waits
 * for them. Lines that moved are rendered at once.
 */
function useSmoothly(drawn: DrawnRows, virtualizer: RowsVirtualizer): DrawnRows {
  const later = useDeferredValue(drawn)
  const isOld =
    later.rows !== drawn.rows ||
    later.items.some(({ index, start }) => startOf(virtualizer, index) !== start)
  return isOld ? drawn : later
}

function startOf(
  virtualizer: Pick<RowsVirtualizer, 'measurementsCache'>,
  index: number,
): number | undefined {
  return virtualizer.measurementsCache[index]?.start
}

/**
 * The position among the lines that were rendered last, read just before other lines replace them.
 */
function useKeptPosition(
  rows: readonly ListRow[],
  known: RowsVirtualizer | undefined,
  covered: number,
): KeptPosition {
  const [kept, setKept] = useState<KeptPosition>({ rows, anchor: undefined })
  if (kept.rows !== rows)
    setKept({ rows, anchor: known && positionAt(kept.rows, known, scrollY + covered) })
  return kept
}

/** The position when these lines were added. */
type KeptPosition = { rows: readonly ListRow[]; anchor: ScrollPosition | undefined }

/** The offset of a position on the page, in px. */
export function offsetOf(
  anchor: ScrollPosition,
  rows: readonly ListRow[],
  virtualizer: Pick<RowsVirtualizer, 'measurementsCache'>,
): number | undefined {
  const index = rowOfPosition(anchor, rows)
  const row = rows[index]
  const start = startOf(virtualizer, index)
  if (!row || start === undefined) return undefined
  if (row.type === 'missing')
    return start + (row.height * (anchor.place - row.place)) / row.count + anchor.below
  return start + anchor.below
}

function rowOfPosition({ id, place }: ScrollPosition, rows: readonly ListRow[]): number {
  const known = id === undefined ? -1 : rows.findIndex((row) => hasRecord(row, id))
  if (known !== -1) return known
  const next = rows.findIndex((row) => row.place > place)
  const at = next === -1 ? rows.length - 1 : next - 1
  return rows[at]?.type === 'day' ? at + 1 : at
}

function hasRecord(row: ListRow, id: string): boolean {
  if (row.type === 'record') return row.record.id === id
  return row.type === 'tiles' && row.tiles.some(({ record }) => record.id === id)
}

/** The line with the keyboard focus stays rendered, so that it keeps it. */
function focusedRow(): number | undefined {
  const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? undefined : Number(index)
}

/** The maximum number of rendered records. */
const mostCards = 72
/** How far beyond the window lines are rendered, in px. */
const reach = 700

/**
 * The lines to render: those in the window, then alternately below and above, as far as useful and
 * as the number of records allows. `focused` is always rendered.
 */
export function rangeWithCards(
  { startIndex, endIndex, count }: Pick<Range, 'startIndex' | 'endIndex' | 'count'>,
  rows: readonly ListRow[],
  focused: number | undefined,
): number[] {
  let [first, last] = [startIndex, endIndex]
  let cards = 0
  for (let index = first; index <= last; index++) cards += cardsIn(rows[index])
  let [below, above] = [0, 0]
  while (true) {
    const next = rows[last + 1]
    const takesNext = next !== undefined && below < reach && cards + cardsIn(next) <= mostCards
    if (takesNext) {
      last++
      below += next.height
      cards += cardsIn(next)
    }
    const previous = rows[first - 1]
    const takesPrevious =
      previous !== undefined && above < reach && cards + cardsIn(previous) <= mostCards
    if (takesPrevious) {
      first--
      above += previous.height
      cards += cardsIn(previous)
    }
    if (!takesNext && !takesPrevious) break
  }
  const indexes = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  if (focused === undefined || focused >= count || (focused >= first && focused <= last))
    return indexes
  return focused < first ? [focused, ...indexes] : [...indexes, focused]
}

function cardsIn(row: ListRow | undefined): number {
  if (row?.type === 'tiles') return row.tiles.length
  return row?.type === 'record' ? 1 : 0
}
