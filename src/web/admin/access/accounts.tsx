import { useQuery } from '@tanstack/react-query'
import type { AdminAccountLine } from '#core/accounts/contract/admin-accounts.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Badge } from '#web/ui/feedback/badge-and-progress.tsx'
import { accountsQuery } from '../admin-query.ts'
import { FileLink, OlderPages, QueryResult, SearchForm } from '../admin-section.tsx'
import { roleText } from '../admin-texts.ts'
import { Table } from '../table.tsx'
import { usePermissions } from '../use-permission.ts'
import { WaitingAccounts } from './waiting-accounts.tsx'

/** The list of accounts, with a search by id, e-mail address or name. */
export function AccountsTab() {
  const { query } = useLocation()
  const may = usePermissions()
  const found = useQuery(accountsQuery(query.find ?? '', query.before))
  const columns = [
    { name: m.admin_account() },
    { name: m.admin_state() },
    { name: m.admin_since() },
    { name: m.admin_balance(), isNumber: true },
  ]
  return (
    <div className="flex flex-col gap-6">
      {may('accounts.admit') && <WaitingAccounts />}
      <SearchForm label={m.admin_accounts_find()} />
      <FileLink list="accounts" />
      <QueryResult query={found}>
        {({ data, total, is_total_exact, before }) => (
          <>
            <p className="text-small text-quiet tabular-nums">
              {m.admin_accounts_total({
                total: is_total_exact ? formatNumber(total) : `${formatNumber(total)}+`,
              })}
            </p>
            {data.length === 0 && <p className="text-quiet">{m.admin_nothing()}</p>}
            {data.length > 0 && (
              <Table
                label={m.admin_tab_accounts()}
                columns={columns}
                rows={data.map((account) => ({
                  key: account.id,
                  cells: [
                    <Link
                      key="who"
                      to={`/admin/accounts/${account.id}`}
                      className="underline underline-offset-2"
                    >
                      {account.email}
                    </Link>,
                    <AccountStatus key="state" account={account} />,
                    formatDate(account.created_at.slice(0, 10)),
                    formatNumber(account.credits),
                  ],
                }))}
              />
            )}
            <OlderPages before={before} />
          </>
        )}
      </QueryResult>
    </div>
  )
}

/** The state of an account, in one word. */
export function AccountStatus({ account }: { account: AdminAccountLine }) {
  if (account.deleted_at) return <Badge>{m.admin_state_deleted()}</Badge>
  if (account.approval === 'waiting') return <Badge tone="accent">{m.admin_state_waiting()}</Badge>
  if (account.approval === 'rejected') return <Badge tone="bad">{m.admin_state_rejected()}</Badge>
  if (account.suspended_at) return <Badge tone="bad">{m.admin_state_suspended()}</Badge>
  if (account.role) return <Badge tone="accent">{roleText(account.role)}</Badge>
  if (!account.has_paid) return <Badge>{m.admin_state_never_paid()}</Badge>
  return <span className="text-small text-quiet">{m.admin_state_active()}</span>
}
