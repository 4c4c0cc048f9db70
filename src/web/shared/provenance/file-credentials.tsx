import { useQuery } from '@tanstack/react-query'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { credentialsQuery } from './credentials-query.ts'
import { ProvenanceResult } from './provenance-result.tsx'

/** What a file of this studio says of its origin; `path`: its address below the origin. */
export function FileCredentials({ path }: { path: string }) {
  const { data, error } = useQuery(credentialsQuery(path))
  if (data) return <ProvenanceResult found={data} />
  if (error) return <Notice tone="bad">{errorText(error)}</Notice>
  return (
    <p role="status" className="text-small text-quiet">
      {m.provenance_reading()}
    </p>
  )
}
