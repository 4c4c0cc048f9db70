import { queryOptions } from '@tanstack/react-query'
import type { ImportedModelView } from '#core/models/admin-models-contract.ts'
import { adminQuery } from '#web/admin/admin-query.ts'
import { fetchJson, retryUnlessRefused } from '#web/lib/api.ts'
import type { LibraryView } from '../contract.ts'

/** What is searched, as the address of the page has it. */
export type Searched = Record<
  'find' | 'provider' | 'category' | 'added' | 'after',
  string | undefined
>

/** How often the library is asked while a list is being read, in ms. */
const whileReading = 2_000

/** The saved lists; asked again until those that are due have been read. */
export const libraryQuery = (searched: Searched) =>
  queryOptions({
    ...adminQuery<LibraryView>('model-library', { query: searched, keeps: true }),
    refetchInterval: ({ state }) =>
      state.data?.lists.some(({ is_due }) => is_due) ? whileReading : false,
  })

export type Chosen = { provider: string; endpoint: string }

/** What would be saved of an endpoint; asked once, because it may be edited. */
export const proposalQuery = (chosen: Chosen, price: number | undefined) =>
  queryOptions({
    queryKey: ['model-library', chosen, price],
    queryFn: ({ signal }) =>
      fetchJson<ImportedModelView>('POST', '/api/admin/model-library/propose', {
        body: { ...chosen, ...(price !== undefined && { price }) },
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: retryUnlessRefused,
  })
