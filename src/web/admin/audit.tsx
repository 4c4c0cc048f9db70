import { useQuery } from '@tanstack/react-query'
import type { AuditEntryView } from '#core/operators/contract.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { auditQuery } from './admin-query.ts'
import { OlderPages, QueryResult } from './admin-section.tsx'
import { actionText } from './admin-texts.ts'
import { Table } from './table.tsx'

/** The audit log: which operator did what to which account, when and why. */
export function AuditTab() {
  const { query } = useLocation()
  const found = useQuery(auditQuery(Number(query.before) || undefined))
  return (
    <div className="flex flex-col gap-4">
      <p className="text-quiet">{m.admin_audit_text()}</p>
      <QueryResult query={found}>
        {({ data, before }) => (
          <>
            {data.length > 0 ? (
              <AuditTable acts={data} />
            ) : (
              <p className="text-quiet">{m.admin_nothing()}</p>
            )}
            <OlderPages before={before} />
          </>
        )}
      </QueryResult>
    </div>
  )
}

/** The operator actions. `of`: on one account, which is then not named in each row. */
export function AuditTable({ acts, of }: { acts: AuditEntryView[]; of?: 'account' }) {
  const columns = [
    { name: m.admin_when() },
    { name: m.admin_who() },
    { name: m.admin_what() },
    ...(of ? [] : [{ name: m.admin_whom() }]),
    { name: m.admin_reason() },
  ]
  const rows = acts.map((act) => ({
    key: act.id,
    cells: [
      formatDateTime(act.created_at),
      act.actor,
      <ActionCell key="what" act={act} />,
      ...(of ? [] : [<AccountCell key="whom" act={act} />]),
      act.reason,
    ],
  }))
  return <Table label={m.admin_acts()} columns={columns} rows={rows} />
}

function ActionCell({ act: { act, details, generation_id } }: { act: AuditEntryView }) {
  const { credits, id, generationType } = details
  return (
    <>
      {actionText(act)}
      {typeof credits === 'number' && credits > 0 && (
        <span className="tabular-nums"> · {formatNumber(credits)}</span>
      )}
      {generation_id && (
        <Link
          to={`/admin/generations/${generation_id}`}
          className="block text-small text-quiet underline underline-offset-2"
        >
          {generation_id.slice(-12)}
        </Link>
      )}
      {typeof id === 'string' && typeof generationType === 'string' && (
        <Link
          to={`/admin/models/${generationType}/${id}`}
          className="block text-small text-quiet underline underline-offset-2"
        >
          {id}
        </Link>
      )}
    </>
  )
}

function AccountCell({ act: { account } }: { act: AuditEntryView }) {
  if (!account) return null
  return (
    <Link to={`/admin/accounts/${account.id}`} className="underline underline-offset-2">
      {account.email}
    </Link>
  )
}
