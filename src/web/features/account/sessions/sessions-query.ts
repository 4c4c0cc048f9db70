import { queryOptions } from '@tanstack/react-query'
import type { SessionList } from '#contract/sessions.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'

/** Where the account is signed in. Asked for anew whenever somebody comes back to look. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) =>
    (await request<SessionList>('GET', '/api/account/sessions', { signal })).sessions,
  staleTime: 0,
  refetchOnWindowFocus: true,
  retry: retryUnlessRefused,
})
