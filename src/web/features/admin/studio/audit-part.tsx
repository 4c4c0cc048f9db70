import { useQuery } from '@tanstack/react-query'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { auditQuery } from '../admin-query.ts'
import { ActTable } from '../parts/act-table.tsx'
import { Loaded } from '../parts/loaded.tsx'

/** Who of the operators did what, to whom and why. */
export function AuditPart() {
  const { path, query } = useLocation()
  const found = useQuery(auditQuery(Number(query.before) || undefined))
  return (
    <div className="flex flex-col gap-4">
      <p className="text-quiet">{m.admin_audit_text()}</p>
      <Loaded query={found}>
        {({ data, before }) => (
          <>
            {data.length > 0 ? (
              <ActTable acts={data} />
            ) : (
              <p className="text-quiet">{m.admin_nothing()}</p>
            )}
            {before !== null && (
              <Button className="self-start" onClick={() => navigate(path, { query: { before } })}>
                {m.admin_more()}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </div>
  )
}
