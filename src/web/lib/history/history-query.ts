import { queryOptions } from '@tanstack/react-query'
import { type Kind, kindFacts } from '#core/models/rules/kinds.ts'
import { request, retryUnlessRefused } from '../api.ts'
import { type HistoryPage, historyKey, rememberGeneration } from '../jobs/generations.ts'
import type { HistoryFilters } from './address.ts'
import { chunkSize } from './history-window.ts'

/** A page of the server's: the `page`-th of `pageSize` records, counted from 1. */
export type ServerPage = { page: number; pageSize: number }

/** How many records a page of the address has (docs/spec/history.md#list). */
export function pageSizeOf(kind: Kind): number {
  return kindFacts[kind].pageSize
}

/** Fetches a page of the records that match a filter, newest first. Throws `ApiError`. */
export function fetchHistory(
  kind: Kind,
  filters: HistoryFilters,
  page: ServerPage,
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const query = { ...page, ...parametersOf(filters) }
  return request('GET', `${kindFacts[kind].historyPath}/history`, { query, signal })
}

/** One page of a kind's history, in the query cache. Its records are cached individually, too. */
export function historyQuery(kind: Kind, filters: HistoryFilters, page: ServerPage) {
  return queryOptions({
    queryKey: [...historyKey, kind, filters, page] as const,
    queryFn: async ({ client, signal }) => {
      const found = await fetchHistory(kind, filters, page, signal)
      for (const { generation } of found.data) rememberGeneration(client, generation)
      return found
    },
    retry: retryUnlessRefused,
  })
}

/** The newest records of a history, the first that it shows. */
export function newestQuery(kind: Kind, filters: HistoryFilters) {
  return historyQuery(kind, filters, { page: 1, pageSize: chunkSize })
}

/** The values in an account's records to filter by. */
export type HistoryFacets = { models: string[]; modes: string[]; sizes: string[]; tags: string[] }

export function facetsQuery(kind: Kind) {
  return queryOptions({
    queryKey: ['history-facets', kind] as const,
    queryFn: ({ signal }) => request('GET', `${kindFacts[kind].historyPath}/filters`, { signal }),
    staleTime: 10_000,
    retry: retryUnlessRefused,
  })
}

/** A filter in the format of a request's body. */
export function filterOf({ onlyFavorites, tags, ...rest }: HistoryFilters): object {
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value))
  return {
    ...named,
    ...((rest.dateStart || rest.dateEnd) && {
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    ...(onlyFavorites && { onlyFavorites }),
    ...(tags.length > 0 && { tags }),
  }
}

function parametersOf({ onlyFavorites, tags, ...filters }: HistoryFilters) {
  const { dateStart, dateEnd } = filters
  return {
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value)),
    ...((dateStart || dateEnd) && {
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    ...(onlyFavorites && { onlyFavorites: 'true' as const }),
    tags,
  }
}
