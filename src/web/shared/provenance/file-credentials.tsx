import { useQuery } from '@tanstack/react-query'
import { request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { ProvenanceResult } from './provenance-result.tsx'

/** What a file of this studio says of its origin; `path`: its address below the origin. */
export function FileCredentials({ path }: { path: string }) {
  const { data, error } = useQuery({
    queryKey: ['credentials', path],
    queryFn: ({ signal }) =>
      request('GET', '/api/provenance', { query: { address: path }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (data) return <ProvenanceResult found={data} />
  if (error) return <Notice tone="bad">{errorText(error)}</Notice>
  return (
    <p role="status" className="text-small text-quiet">
      {m.provenance_reading()}
    </p>
  )
}
