import { queryOptions } from '@tanstack/react-query'
import { request } from '#web/lib/api.ts'

/** What a file of this studio says of its origin; `path`: its address below the origin. */
export function credentialsQuery(path: string) {
  return queryOptions({
    queryKey: ['credentials', path] as const,
    queryFn: ({ signal }) =>
      request('GET', '/api/provenance', { query: { address: path }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
