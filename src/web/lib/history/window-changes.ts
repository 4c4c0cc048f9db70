import type { GenerationView } from '#contract/generation.ts'
import { type Chunk, chunkSize, type HistoryWindow } from './history-window.ts'

/** The span with the current state of a record; the same span when it does not contain it. */
export function withRecord(span: HistoryWindow, record: GenerationView): HistoryWindow {
  const newer = span.newer.findIndex(({ id }) => id === record.id)
  if (newer !== -1) return { ...span, newer: span.newer.with(newer, record) }
  return changeChunk(span, ({ records, taken }) => {
    const at = records.findIndex(({ id }) => id === record.id)
    if (at !== -1) return { records: records.with(at, record), taken }
    const back = taken.find((one) => one.record.id === record.id)
    if (!back) return undefined
    return {
      records: records.toSpliced(back.at, 0, record),
      taken: taken.filter((one) => one !== back),
    }
  })
}

/** The span without a record; the same span when it does not contain it. */
export function withoutRecord(span: HistoryWindow, id: string): HistoryWindow {
  if (span.newer.some((record) => record.id === id)) {
    return {
      ...span,
      newerCount: span.newerCount - 1,
      newer: span.newer.filter((record) => record.id !== id),
    }
  }
  return changeChunk(span, ({ records, taken }) => {
    const at = records.findIndex((record) => record.id === id)
    const record = records[at]
    return record && { records: records.toSpliced(at, 1), taken: [{ at, record }, ...taken] }
  })
}

/** The span with the newer records in it, before all others. All of them must have been fetched. */
export function withNewer(span: HistoryWindow): HistoryWindow {
  const first = span.chunks.get(0) ?? { records: [], taken: [] }
  const records = [...span.newer, ...first.records]
  const moved = first.taken.map(({ at, record }) => ({ at: at + span.newer.length, record }))
  const chunks = new Map(span.chunks).set(0, { records, taken: moved })
  return { ...span, length: Math.max(1, span.length), chunks, newerCount: 0, newer: [] }
}

/** The differences between the server's newest page and a span. */
export type Comparison =
  | 'same'
  | 'differs'
  | { newer: readonly GenerationView[]; newerCount: number }

/**
 * Compares a span with the newest records that the server has now, and their total number. `known`
 * is the total number in the span, including `newer`.
 */
export function compare(
  span: HistoryWindow,
  known: number,
  total: number,
  newest: readonly GenerationView[],
): Comparison {
  const count = span.newerCount + total - known
  if (count < 0) return 'differs'
  if (span.base > 0) return count === span.newerCount ? 'same' : { newer: [], newerCount: count }
  const shown = span.chunks.get(0)?.records ?? []
  const newer = newest.slice(0, count)
  const rest = newest.slice(count, count + Math.min(shown.length, chunkSize))
  if (rest.some(({ id }, at) => shown[at] && shown[at].id !== id)) return 'differs'
  const isSame =
    newer.length === span.newer.length && newer.every(({ id }, at) => id === span.newer[at]?.id)
  return isSame && count === span.newerCount ? 'same' : { newer, newerCount: count }
}

function changeChunk(
  span: HistoryWindow,
  change: (chunk: Chunk) => Chunk | undefined,
): HistoryWindow {
  for (const [number, chunk] of span.chunks) {
    const changed = change(chunk)
    if (changed) return { ...span, chunks: new Map(span.chunks).set(number, changed) }
  }
  return span
}

/** Whether every newer record was fetched, so that they can be shown at once. */
export function canShowNewer({ base, newer, newerCount }: HistoryWindow): boolean {
  return base === 0 && newer.length === newerCount
}

/** The fetched records of a span, in their order, without the gaps between them. */
export function fetchedRecords(span: HistoryWindow | undefined): GenerationView[] {
  if (!span) return []
  const numbers = [...span.chunks.keys()].sort((one, other) => one - other)
  return numbers.flatMap((number) => span.chunks.get(number)?.records ?? [])
}

/** How many chunks beside a record's own are included, towards the newer and the older records. */
export type Reach = { start: number; end: number }

/** The fetched chunks around a record, in their order, as far as they are adjacent. */
export function chunksAround(
  span: HistoryWindow,
  id: string,
  reach: Reach = { start: 1, end: 1 },
): readonly number[] {
  for (const [number, { records }] of span.chunks) {
    if (!records.some((record) => record.id === id)) continue
    let [first, last] = [number, number]
    while (first > number - reach.start && span.chunks.has(first - 1)) first--
    while (last < number + reach.end && span.chunks.has(last + 1)) last++
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  }
  return []
}
