import type { Range } from '@tanstack/react-virtual'
import type { ListRow } from '../layout/rows.ts'

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
