import type { GenerationView } from '#core/generations/generation-contract.ts'
import { type Chunk, chunkSize, type HistoryWindow } from './history-window.ts'

/** The window with the current state of a record; the same window when it does not contain it. */
export function withRecord(window: HistoryWindow, record: GenerationView): HistoryWindow {
  const pending = window.pending.findIndex(({ id }) => id === record.id)
  if (pending !== -1) return { ...window, pending: window.pending.with(pending, record) }
  return changeChunk(window, ({ records, taken }) => {
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

/** The window without a record; the same window when it does not contain it. */
export function withoutRecord(window: HistoryWindow, id: string): HistoryWindow {
  if (window.pending.some((record) => record.id === id)) {
    return {
      ...window,
      pendingCount: window.pendingCount - 1,
      pending: window.pending.filter((record) => record.id !== id),
    }
  }
  return changeChunk(window, ({ records, taken }) => {
    const at = records.findIndex((record) => record.id === id)
    const record = records[at]
    return record && { records: records.toSpliced(at, 1), taken: [{ at, record }, ...taken] }
  })
}

/** The window with the newer records in it, before all others. All of them must have been fetched. */
export function withPending(window: HistoryWindow): HistoryWindow {
  const first = window.chunks.get(0) ?? { records: [], taken: [] }
  const records = [...window.pending, ...first.records]
  const moved = first.taken.map(({ at, record }) => ({ at: at + window.pending.length, record }))
  const chunks = new Map(window.chunks).set(0, { records, taken: moved })
  return { ...window, length: Math.max(1, window.length), chunks, pendingCount: 0, pending: [] }
}

/** The differences between the server's newest page and a window. */
export type Comparison =
  | 'same'
  | 'differs'
  | { pending: readonly GenerationView[]; pendingCount: number }

/**
 * Compares a window with the newest records that the server has now, and their total number. `known`
 * is the total number in the window, including `newer`.
 */
export function compare(
  window: HistoryWindow,
  known: number,
  total: number,
  newest: readonly GenerationView[],
): Comparison {
  const count = window.pendingCount + total - known
  if (count < 0) return 'differs'
  if (window.offset > 0)
    return count === window.pendingCount ? 'same' : { pending: [], pendingCount: count }
  const shown = window.chunks.get(0)?.records ?? []
  const pending = newest.slice(0, count)
  const rest = newest.slice(count, count + Math.min(shown.length, chunkSize))
  if (rest.some(({ id }, at) => shown[at] && shown[at].id !== id)) return 'differs'
  const isSame =
    pending.length === window.pending.length &&
    pending.every(({ id }, at) => id === window.pending[at]?.id)
  return isSame && count === window.pendingCount ? 'same' : { pending, pendingCount: count }
}

function changeChunk(
  window: HistoryWindow,
  change: (chunk: Chunk) => Chunk | undefined,
): HistoryWindow {
  for (const [number, chunk] of window.chunks) {
    const changed = change(chunk)
    if (changed) return { ...window, chunks: new Map(window.chunks).set(number, changed) }
  }
  return window
}

/** Whether every newer record was fetched, so that they can be shown at once. */
export function canShowPending({ offset, pending, pendingCount }: HistoryWindow): boolean {
  return offset === 0 && pending.length === pendingCount
}

/** The fetched records of a window, in their order, without the gaps between them. */
export function fetchedRecords(window: HistoryWindow | undefined): GenerationView[] {
  if (!window) return []
  const numbers = [...window.chunks.keys()].sort((one, other) => one - other)
  return numbers.flatMap((number) => window.chunks.get(number)?.records ?? [])
}

/** How many chunks beside a record's own are included, towards the newer and the older records. */
export type Reach = { start: number; end: number }

/** The fetched chunks around a record, in their order, as far as they are adjacent. */
export function chunksAround(
  window: HistoryWindow,
  id: string,
  reach: Reach = { start: 1, end: 1 },
): readonly number[] {
  for (const [number, { records }] of window.chunks) {
    if (!records.some((record) => record.id === id)) continue
    let [first, last] = [number, number]
    while (first > number - reach.start && window.chunks.has(first - 1)) first--
    while (last < number + reach.end && window.chunks.has(last + 1)) last++
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  }
  return []
}
