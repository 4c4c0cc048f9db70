import { useQuery } from '@tanstack/react-query'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Pager } from '#web/shared/list-controls.tsx'
import { accountsQuery } from '../admin-query.ts'
import { FindForm } from '../parts/find-form.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Table } from '../parts/table.tsx'
import { AccountState } from './account-state.tsx'

/** Accounts: found by what one knows of them. */
export function AccountsPart() {
  const { path, query } = useLocation()
  const page = Math.max(1, Number(query.page) || 1)
  const found = useQuery(accountsQuery(query.find ?? '', page))
  const columns = [
    { name: m.admin_account() },
    { name: m.admin_state() },
    { name: m.admin_since() },
    { name: m.admin_balance(), isNumber: true },
  ]
  return (
    <div className="flex flex-col gap-6">
      <FindForm label={m.admin_accounts_find()} />
      <Loaded query={found}>
        {({ data, totalPages }) => (
          <>
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
                    <AccountState key="state" account={account} />,
                    formatDate(account.created_at.slice(0, 10)),
                    formatNumber(account.credits),
                  ],
                }))}
              />
            )}
            <Pager
              page={page}
              pages={totalPages}
              onJump={(to) => navigate(path, { query: { ...query, page: to === 1 ? null : to } })}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
