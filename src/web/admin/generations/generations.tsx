import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { generationsQuery } from '../admin-query.ts'
import { QueryResult, SearchForm } from '../admin-section.tsx'
import { FailedGenerations } from './failed-generations.tsx'
import { GenerationList } from './generation-list.tsx'
import { GenerationTable } from './generation-table.tsx'

/** Generations of all accounts: the open ones, or the matches of a search. */
export function GenerationsTab() {
  const { query } = useLocation()
  if (query.failed !== undefined) return <FailedGenerations />
  return query.status === undefined ? <FoundGenerations /> : <GenerationList />
}

function FoundGenerations() {
  const { query } = useLocation()
  const find = query.find ?? ''
  const found = useQuery(generationsQuery(find))
  return (
    <div className="flex flex-col gap-6">
      <SearchForm label={m.admin_generations_find()} />
      {find === '' && (
        <p className="max-w-2xl text-small text-quiet">{m.admin_generations_open()}</p>
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <Link to="/admin/generations?failed=24" className="underline underline-offset-2">
          {m.admin_failed_recent()}
        </Link>
        <Link to="/admin/generations?status=all" className="underline underline-offset-2">
          {m.admin_list_all()}
        </Link>
      </p>
      <QueryResult query={found}>
        {({ data }) =>
          data.length > 0 ? (
            <GenerationTable lines={data} />
          ) : (
            <p className="text-quiet">{find === '' ? m.admin_queue_empty() : m.admin_nothing()}</p>
          )
        }
      </QueryResult>
    </div>
  )
}
