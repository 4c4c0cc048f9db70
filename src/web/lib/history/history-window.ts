import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { ServerPage } from './history-query.ts'

/** How many records one chunk of a window contains; a chunk is fetched at once. */
export const chunkSize = 50

/** The most records on one page: browsers cannot render a page much higher than these need. */
export const maxRecords = 50_000

/**
 * Records that were fetched. `taken` are those deleted since, with their places, in case they are
 * restored.
 */
export type Chunk = {
  records: readonly GenerationView[]
  taken: readonly { at: number; record: GenerationView }[]
}

/**
 * A part of a history as it was at one moment, newest first, in chunks that are fetched one by one.
 * Newer records wait in `pending`, so that nothing moves; a deleted record leaves its chunk. A place
 * is an index in the shown records.
 */
export type HistoryWindow = {
  /** How many records of the history are before the first of this part, without `pending`. */
  offset: number
  /** How many records it had at that moment. */
  length: number
  chunks: ReadonlyMap<number, Chunk>
  /** How many newer ones wait; the newest of them as far as they were fetched. */
  pendingCount: number
  pending: readonly GenerationView[]
}

export type Place = { chunk: number; at: number }

/** The part that contains a place of a history with `total` records. */
export function windowAround(place: number, total: number): HistoryWindow {
  const offset = Math.floor(Math.max(0, Math.min(place, total - 1)) / maxRecords) * maxRecords
  return {
    offset,
    length: Math.min(maxRecords, total - offset),
    chunks: new Map(),
    pendingCount: 0,
    pending: [],
  }
}

export function chunkCount({ length }: HistoryWindow): number {
  return Math.ceil(length / chunkSize)
}

/** How many records a chunk shows, or will show once it is fetched. */
export function sizeOf({ chunks, length }: HistoryWindow, chunk: number): number {
  return chunks.get(chunk)?.records.length ?? Math.min(chunkSize, length - chunk * chunkSize)
}

/** How many records of the window are before a chunk. */
function startOfChunk(window: HistoryWindow, chunk: number): number {
  let start = chunk * chunkSize
  for (const [number, { records }] of window.chunks) {
    if (number < chunk)
      start += records.length - Math.min(chunkSize, window.length - number * chunkSize)
  }
  return start
}

/** How many records the window shows. */
export function shownCount(window: HistoryWindow): number {
  const chunks = chunkCount(window)
  return chunks === 0 ? 0 : startOfChunk(window, chunks - 1) + sizeOf(window, chunks - 1)
}

/** How many records of the server's list the window covers, including those that wait. */
export function knownCount(window: HistoryWindow): number {
  return shownCount(window) + window.pendingCount
}

/** The chunk of the record at a place of the window; the last place for one beyond the end. */
export function placeAt(window: HistoryWindow, place: number): Place {
  let before = 0
  const last = Math.max(0, chunkCount(window) - 1)
  for (let chunk = 0; chunk < last; chunk++) {
    const size = sizeOf(window, chunk)
    if (place < before + size) return { chunk, at: Math.max(0, place - before) }
    before += size
  }
  return { chunk: last, at: Math.max(0, Math.min(place - before, sizeOf(window, last) - 1)) }
}

/** The place of a chunk's records in the server's list now. */
export function serverOffset(window: HistoryWindow, chunk: number): number {
  return window.offset + window.pendingCount + startOfChunk(window, chunk)
}

/** The window with a chunk fetched. */
export function withChunk(
  window: HistoryWindow,
  chunk: number,
  records: readonly GenerationView[],
): HistoryWindow {
  return { ...window, chunks: new Map(window.chunks).set(chunk, { records, taken: [] }) }
}

/** The largest page that the server returns. */
const largest = 100

/**
 * The server's pages that together contain `count` records from `offset` on: one, if a page size
 * exists at which the records do not straddle two pages, which is nearly always the case.
 */
export function pagesCovering(offset: number, count: number): ServerPage[] {
  for (let pageSize = count; pageSize <= largest; pageSize++) {
    const before = Math.floor(offset / pageSize)
    if (offset + count <= (before + 1) * pageSize) return [{ page: before + 1, pageSize }]
  }
  const first = Math.floor(offset / count) + 1
  return [
    { page: first, pageSize: count },
    { page: first + 1, pageSize: count },
  ]
}

/** Where a page begins. */
export function startOf({ page, pageSize }: ServerPage): number {
  return (page - 1) * pageSize
}
