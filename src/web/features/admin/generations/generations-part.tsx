import { useQuery } from '@tanstack/react-query'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { generationsQuery } from '../admin-query.ts'
import { FindForm } from '../parts/find-form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { FailedGenerations } from './failed-generations.tsx'
import { GenerationLines } from './generation-lines.tsx'

/** Work of whoever: what is open, or what is looked for. */
export function GenerationsPart() {
  const { query } = useLocation()
  return query.failed === undefined ? <FoundGenerations /> : <FailedGenerations />
}

function FoundGenerations() {
  const { query } = useLocation()
  const find = query.find ?? ''
  const found = useQuery(generationsQuery(find))
  return (
    <div className="flex flex-col gap-6">
      <FindForm label={m.admin_generations_find()} />
      {find === '' && (
        <p className="max-w-2xl text-small text-quiet">{m.admin_generations_open()}</p>
      )}
      <p>
        <Link to="/admin/generations?failed=24" className="underline underline-offset-2">
          {m.admin_failed_recent()}
        </Link>
      </p>
      <Loaded query={found}>
        {({ data }) =>
          data.length > 0 ? (
            <GenerationLines lines={data} />
          ) : (
            <p className="text-quiet">{find === '' ? m.admin_queue_empty() : m.admin_nothing()}</p>
          )
        }
      </Loaded>
    </div>
  )
}
