import { queryOptions } from '@tanstack/react-query'
import type { SettingsView } from '#contract/settings.ts'
import { request, retryUnlessRefused } from './api.ts'

/** What the operator has set: the mode, and prices that differ from the catalogue's. Fixed while the page is open. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => request<SettingsView>('GET', '/api/settings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: retryUnlessRefused,
})
