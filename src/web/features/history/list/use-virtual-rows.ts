import {
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ListRow } from './rows.ts'
import { type KeptPlace, type Stand, standIn } from './use-scroll-anchor.ts'

export type RowsVirtualizer = Virtualizer<Window, HTMLElement>

/** What is drawn: some lines of the list, and where. */
export type Drawn = { rows: readonly ListRow[]; items: readonly VirtualItem[] }

type Options = {
  rows: readonly ListRow[]
  /** Where the list begins on the page, and how much of the window is covered above it, in px. */
  top: number
  covered: number
  /** Where the reader is to stand, until they move. */
  held: KeptPlace | undefined
  /** How many records of the history stand before the first one of the list. */
  base: number
}

/**
 * The lines of the list that are near the window. When lines come, go or change above, what the
 * reader looks at stays where it is on the screen.
 */
export function useVirtualRows({ rows, top, covered, held, base }: Options) {
  const [known, setKnown] = useState<RowsVirtualizer>()
  const kept = useKeptStand(rows, known, covered)
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
    // It counts for the lines that have just come alone.
    const before = used.current === kept ? undefined : kept.stand
    used.current = kept
    const stand = held ? { place: held.place - base, below: held.below } : before
    if (!stand || rows.length === 0) return
    const wanted = stand.place <= 0 && stand.below <= 0 ? 0 : offsetOf(stand, rows, virtualizer)
    if (wanted === undefined) return
    const offset = Math.max(0, wanted - covered)
    if (Math.abs(offset - scrollY) >= 1) scrollTo({ top: offset, behavior: 'instant' })
    // A jump is a new hold on the same lines.
  }, [rows, covered, held, base, kept, virtualizer])

  const items = virtualizer.getVirtualItems()
  const drawn = useMemo((): Drawn => ({ rows, items }), [rows, items])
  return { virtualizer, drawn: useSmoothly(drawn, virtualizer) }
}

/**
 * Lines that come near while one scrolls are drawn in small steps, so that scrolling never waits
 * for them. Lines that moved are drawn at once.
 */
function useSmoothly(drawn: Drawn, virtualizer: RowsVirtualizer): Drawn {
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
 * Where the reader stands among the lines drawn last, taken just before other lines take their
 * place.
 */
function useKeptStand(
  rows: readonly ListRow[],
  known: RowsVirtualizer | undefined,
  covered: number,
): KeptStand {
  const [kept, setKept] = useState<KeptStand>({ rows, stand: undefined })
  if (kept.rows !== rows)
    setKept({ rows, stand: known && standIn(kept.rows, known, scrollY + covered) })
  return kept
}

/** Where the reader stood when these lines came. */
type KeptStand = { rows: readonly ListRow[]; stand: Stand | undefined }

/** Where on the page a stand is now, in px. */
export function offsetOf(
  stand: Stand,
  rows: readonly ListRow[],
  virtualizer: Pick<RowsVirtualizer, 'measurementsCache'>,
): number | undefined {
  const index = rowOfStand(stand, rows)
  const row = rows[index]
  const start = startOf(virtualizer, index)
  if (!row || start === undefined) return undefined
  if (row.type === 'missing')
    return start + (row.height * (stand.place - row.place)) / row.count + stand.below
  return start + stand.below
}

function rowOfStand({ id, place }: Stand, rows: readonly ListRow[]): number {
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

/** The line that has the keyboard stays drawn, so that it keeps it. */
function focusedRow(): number | undefined {
  const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? undefined : Number(index)
}

/** The most records that are drawn at once. */
const mostCards = 72
/** How far beyond the window lines are drawn, in px. */
const reach = 700

/**
 * The lines to draw: those in the window, then alternately below and above, as far as it makes
 * sense and the number of records allows. `focused` is drawn in any case.
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
