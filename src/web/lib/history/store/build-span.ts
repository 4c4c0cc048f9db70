import type { QueryClient } from '@tanstack/react-query'
import type { HistoryPage } from '../../generations.ts'
import {
  chunkCount,
  placeAt,
  type Span,
  serverOffset,
  sizeOf,
  spanAround,
  withChunk,
} from '../span/span.ts'
import { fetchRecords, recordsOf, type Source } from './fetch-records.ts'

/**
 * A span as the server has it now, with what is around a place fetched. `newest` is the server's
 * first page.
 */
export async function buildSpan(
  client: QueryClient,
  source: Source,
  newest: HistoryPage,
  place: number,
): Promise<Span> {
  const empty = spanAround(place, newest.total)
  const span = empty.base === 0 ? withChunk(empty, 0, recordsOf(client, newest)) : empty
  const { chunk } = placeAt(span, place - span.base)
  const wanted = [chunk - 1, chunk, chunk + 1].filter(
    (one) => one >= 0 && one < chunkCount(span) && !span.chunks.has(one),
  )
  const fetched = await Promise.all(
    wanted.map((one) => fetchRecords(client, source, serverOffset(span, one), sizeOf(span, one))),
  )
  return wanted.reduce((built, one, at) => withChunk(built, one, fetched[at]?.records ?? []), span)
}
