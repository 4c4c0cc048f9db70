import type { QueryClient } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { generationKey, type HistoryPage, isOpen, rememberGeneration } from '../jobs/generations.ts'
import type { HistoryFilters } from './address.ts'
import { fetchHistory } from './history-query.ts'
import {
  chunkCount,
  type HistoryWindow,
  pagesCovering,
  placeAt,
  serverOffset,
  sizeOf,
  startOf,
  windowAround,
  withChunk,
} from './history-window.ts'

/**
 * A window as the server has it now, with the records around a place fetched. `newest` is the
 * server's first page.
 */
export async function buildWindow(
  client: QueryClient,
  source: HistorySource,
  newest: HistoryPage,
  place: number,
): Promise<HistoryWindow> {
  const empty = windowAround(place, newest.total)
  const window = empty.offset === 0 ? withChunk(empty, 0, recordsOf(client, newest)) : empty
  const { chunk } = placeAt(window, place - window.offset)
  const wanted = [chunk - 1, chunk, chunk + 1].filter(
    (one) => one >= 0 && one < chunkCount(window) && !window.chunks.has(one),
  )
  const fetched = await Promise.all(
    wanted.map((one) =>
      fetchRecords(client, source, serverOffset(window, one), sizeOf(window, one)),
    ),
  )
  return wanted.reduce(
    (built, one, at) => withChunk(built, one, fetched[at]?.records ?? []),
    window,
  )
}

/** One history under one filter. */
export type HistorySource = { kind: Kind; filters: HistoryFilters }

export type FetchedRecords = { records: GenerationView[]; total: number }

/**
 * Fetches `count` records from a place of the server's list on, fewer at its end. Throws
 * `ApiError`.
 */
export async function fetchRecords(
  client: QueryClient,
  source: HistorySource,
  offset: number,
  count: number,
): Promise<FetchedRecords> {
  const pages = pagesCovering(offset, count)
  const answers = await Promise.all(
    pages.map((page) => fetchHistory(source.kind, source.filters, page)),
  )
  const skipped = offset - startOf(pages[0] ?? { page: 1, pageSize: count })
  const all = answers.flatMap((answer) => recordsOf(client, answer))
  return { records: all.slice(skipped, skipped + count), total: answers.at(-1)?.total ?? 0 }
}

/**
 * The current state of a page's records: a live event may have arrived before the answer. Open ones
 * are cached individually, so that they are polled when no events arrive for them.
 */
export function recordsOf(client: QueryClient, page: HistoryPage): GenerationView[] {
  return page.data.map(({ generation }) => {
    if (isOpen(generation)) rememberGeneration(client, generation)
    const known = client.getQueryData<GenerationView>(generationKey(generation.id))
    return known && known.updated_at >= generation.updated_at ? known : generation
  })
}
