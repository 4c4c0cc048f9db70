import { useQuery } from '@tanstack/react-query'
import type { AdminAccountView } from '#contract/admin-accounts.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { wholeAccountQuery } from '../admin-query.ts'
import { ActTable } from '../parts/act-table.tsx'
import { Block } from '../parts/block.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { AccountActs } from './account-acts.tsx'
import { AccountState } from './account-state.tsx'
import { Keys, Sessions, StatementBlock } from './account-tables.tsx'

/** One account: what it has, where it is signed in, what was done to it, and what may be. */
export function AccountPart({ id }: { id: string }) {
  return (
    <div className="flex flex-col gap-4">
      <Link
        to="/admin/accounts"
        className="w-fit text-small text-quiet underline underline-offset-2"
      >
        {m.admin_back_accounts()}
      </Link>
      <Loaded query={useQuery(wholeAccountQuery(id))}>
        {(account) => <Whole account={account} />}
      </Loaded>
    </div>
  )
}

function Whole({ account }: { account: AdminAccountView }) {
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <h2 className="text-title wrap-anywhere">{account.email}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-quiet">
            {account.name}
            <AccountState account={account} />
            <span className="text-small">
              {m.admin_since()} {formatDate(account.created_at.slice(0, 10))}
            </span>
          </p>
          <p className="mt-3 text-display tabular-nums">
            {formatNumber(account.credits)}{' '}
            <span className="text-body text-quiet">{m.admin_credits()}</span>
          </p>
          {account.owed > 0 && (
            <p className="text-bad">{m.admin_owes({ credits: formatNumber(account.owed) })}</p>
          )}
          <Link
            to="/admin/generations"
            query={{ find: account.email }}
            className="mt-2 inline-block text-small underline underline-offset-2"
          >
            {m.admin_work_of()}
          </Link>
        </div>
        {!account.deleted_at && <AccountActs account={account} />}
      </header>
      <StatementBlock account={account} />
      <Sessions sessions={account.sessions} />
      <Keys keys={account.keys} />
      <Block title={m.admin_acts()}>
        {account.acts.length > 0 ? (
          <ActTable acts={account.acts} of="account" />
        ) : (
          <p className="text-quiet">{m.admin_none()}</p>
        )}
      </Block>
    </div>
  )
}
