import type { QueryClient } from '@tanstack/react-query'
import type { Kind } from '#catalogue/kinds.ts'
import type { GenerationView } from '#contract/generation.ts'
import { generationKey, type HistoryPage, isOpen, rememberGeneration } from '../../generations.ts'
import type { HistoryFilters } from '../address.ts'
import { fetchHistory } from '../history-query.ts'
import { pagesCovering, startOf } from '../span/cover.ts'

/** One history under one filter. */
export type Source = { kind: Kind; filters: HistoryFilters }

export type Fetched = { records: GenerationView[]; total: number }

/**
 * Fetches `count` records from a place of the server's list on, fewer at its end. Throws
 * `ApiError`.
 */
export async function fetchRecords(
  client: QueryClient,
  source: Source,
  offset: number,
  count: number,
): Promise<Fetched> {
  const pages = pagesCovering(offset, count)
  const answers = await Promise.all(
    pages.map((page) => fetchHistory(source.kind, source.filters, page)),
  )
  const skipped = offset - startOf(pages[0] ?? { page: 1, pageSize: count })
  const all = answers.flatMap((answer) => recordsOf(client, answer))
  return { records: all.slice(skipped, skipped + count), total: answers.at(-1)?.total ?? 0 }
}

/**
 * The records of a page as they are now: a live event may have overtaken the answer. Those still
 * going on are remembered one by one, so that they are asked about when nothing is heard of them.
 */
export function recordsOf(client: QueryClient, page: HistoryPage): GenerationView[] {
  return page.data.map(({ generation }) => {
    if (isOpen(generation)) rememberGeneration(client, generation)
    const known = client.getQueryData<GenerationView>(generationKey(generation.id))
    return known && known.updated_at >= generation.updated_at ? known : generation
  })
}
