import { queryOptions } from '@tanstack/react-query'
import type { KeyList } from '#contract/keys.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'

/**
 * The account's keys, newest first. When each was last used changes by itself, so it is asked for
 * anew.
 */
export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) =>
    (await request<KeyList>('GET', '/api/account/keys', { signal })).keys,
  staleTime: 0,
  refetchOnWindowFocus: true,
  retry: retryUnlessRefused,
})
