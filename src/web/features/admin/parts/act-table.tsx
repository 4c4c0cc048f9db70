import type { AuditEntryView } from '#contract/admin-generations.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { actText } from '../texts.ts'
import { Table } from './table.tsx'

/** What operators did. `of`: to one account, which is then not named in each row. */
export function ActTable({ acts, of }: { acts: AuditEntryView[]; of?: 'account' }) {
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
      <What key="what" act={act} />,
      ...(of ? [] : [<Whom key="whom" act={act} />]),
      act.reason,
    ],
  }))
  return <Table label={m.admin_acts()} columns={columns} rows={rows} />
}

function What({ act: { act, details, generation_id } }: { act: AuditEntryView }) {
  const { credits } = details
  return (
    <>
      {actText(act)}
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
    </>
  )
}

function Whom({ act: { account } }: { act: AuditEntryView }) {
  if (!account) return null
  return (
    <Link to={`/admin/accounts/${account.id}`} className="underline underline-offset-2">
      {account.email}
    </Link>
  )
}
