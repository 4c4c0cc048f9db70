import { useQuery } from '@tanstack/react-query'
import { request } from '#web/lib/api.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { recordAddress } from '#web/shared/record-actions/record-links.ts'

/**
 * Leads to the record that an uploaded image looks like: using its own file keeps what it was made
 * from. Nothing where there is none.
 */
export function HaveAlready({ address }: { address: string }) {
  const path = new URL(address, location.origin).pathname
  const { data } = useQuery({
    queryKey: ['near-copies', path],
    queryFn: ({ signal }) =>
      request('GET', '/api/near-copies', { query: { address: path }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [record] = data?.generations ?? []
  if (!record) return null
  return (
    <Link
      {...recordAddress(record)}
      className="block w-fit min-h-6 text-small underline underline-offset-4"
    >
      {m.inputs_have_already()}
    </Link>
  )
}
