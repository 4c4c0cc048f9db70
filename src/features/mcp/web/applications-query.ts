import { queryOptions } from '@tanstack/react-query'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { ApplicationView } from '../contract.ts'

/** The connected applications, newest first. What they spend changes without an event. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: async ({ signal }) =>
    (await request('GET', '/api/account/applications', { signal })).applications,
  staleTime: 0,
  refetchOnWindowFocus: true,
  retry: retryUnlessRefused,
})

/** What an application's scopes let it do, the widest first. */
export function scopeTexts(scopes: ApplicationView['scopes']): string[] {
  return [
    ...(scopes.includes('create') ? [m.application_may_create()] : []),
    m.application_may_read(),
  ]
}
