import type { AdminAccountView } from '#core/accounts/contract/admin-accounts.ts'
import { reasonText } from '#core/credits/ledger-text-contract.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { currentLocale } from '#web/lib/locale.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { ledgerNoteText } from '#web/shared/note-text.ts'
import { Section } from '../admin-section.tsx'
import { Table } from '../table.tsx'
import { usePermissions } from '../use-permission.ts'

/** The newest entries of an account's statement. */
export function AccountLedger({ account: { statement } }: { account: AdminAccountView }) {
  const may = usePermissions()
  const columns = [
    { name: m.admin_when() },
    { name: m.admin_entry() },
    { name: m.admin_note_column() },
    { name: m.admin_credits(), isNumber: true },
    { name: m.admin_after(), isNumber: true },
  ]
  const rows = statement.data.map((entry) => ({
    key: entry.id,
    cells: [
      formatDateTime(entry.created_at),
      entry.generation && may('generations.read') ? (
        <Link
          key="work"
          to={`/admin/generations/${entry.generation.id}`}
          className="underline underline-offset-2"
        >
          {reasonText(entry.reason, currentLocale())} · {entry.generation.model_name}
        </Link>
      ) : (
        [reasonText(entry.reason, currentLocale()), entry.generation?.model_name]
          .filter(Boolean)
          .join(' · ')
      ),
      entry.note && ledgerNoteText(entry.note),
      `${entry.credits > 0 ? '+' : '−'}${formatNumber(Math.abs(entry.credits))}`,
      formatNumber(entry.balance_after),
    ],
  }))
  return (
    <Section title={m.admin_statement()}>
      <p className="text-small text-quiet">
        {m.admin_statement_of({
          shown: formatNumber(rows.length),
          total: formatNumber(statement.total),
        })}
      </p>
      {rows.length > 0 && <Table label={m.admin_statement()} columns={columns} rows={rows} />}
    </Section>
  )
}

/** The account's sessions. */
export function Sessions({ sessions }: Pick<AdminAccountView, 'sessions'>) {
  const columns = [
    { name: m.admin_browser() },
    { name: m.admin_since() },
    { name: m.admin_last_seen() },
  ]
  const rows = sessions.map(({ id, user_agent, created_at, last_seen_at }) => ({
    key: id,
    cells: [
      <span key="browser" className="text-small">
        {user_agent}
      </span>,
      formatDateTime(created_at),
      formatDateTime(last_seen_at),
    ],
  }))
  return (
    <Section title={m.admin_sessions()}>
      {rows.length > 0 ? (
        <Table label={m.admin_sessions()} columns={columns} rows={rows} />
      ) : (
        <p className="text-quiet">{m.admin_none()}</p>
      )}
    </Section>
  )
}

/** Keys, without their secrets. */
export function Keys({ keys }: Pick<AdminAccountView, 'keys'>) {
  const columns = [
    { name: m.admin_key() },
    { name: m.admin_scopes() },
    { name: m.admin_since() },
    { name: m.admin_last_used() },
    { name: m.admin_state() },
  ]
  const rows = keys.map((key) => ({
    key: key.id,
    cells: [
      `${key.name} ${key.hint}`,
      key.scopes.join(', '),
      formatDateTime(key.created_at),
      key.last_used_at && formatDateTime(key.last_used_at),
      key.revoked_at ? m.admin_revoked() : m.admin_live(),
    ],
  }))
  return (
    <Section title={m.admin_keys()}>
      {rows.length > 0 ? (
        <Table label={m.admin_keys()} columns={columns} rows={rows} />
      ) : (
        <p className="text-quiet">{m.admin_none()}</p>
      )}
    </Section>
  )
}
