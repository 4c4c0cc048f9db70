import { useQuery } from '@tanstack/react-query'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { accountQuery } from '#web/lib/account.ts'
import { Breadcrumb } from '#web/lib/navigation/link.tsx'
import { navigate, useLocation } from '#web/lib/navigation/location.ts'
import { type Prefetch, prefetchedMs } from '#web/lib/navigation/prefetch.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Pager } from '#web/shared/list-controls.tsx'
import { LedgerFilterBar, LedgerSums } from './ledger-filters.tsx'
import {
  addressQuery,
  isFiltered,
  type LedgerAddress,
  ledgerQuery,
  noFilters,
  parseAddress,
} from './ledger-query.ts'
import {
  BalanceSummary,
  LedgerEmpty,
  LedgerFailed,
  LedgerLoading,
  LedgerNoMatches,
  LedgerPageMissing,
  LedgerSignedOut,
} from './ledger-states.tsx'
import { Statement } from './statement.tsx'

/** Fetches the entries that the statement shows at an address. */
export const prefetchLedger: Prefetch = (client, { query, account }) => {
  const entries = ledgerQuery(parseAddress(query), account.credits.left_credits)
  return client.prefetchQuery({ ...entries, staleTime: prefetchedMs })
}

/** All movements of credits, like a bank statement. */
export function LedgerPage({ title }: { title: string }) {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-6 px-4 pt-6 pb-16 md:px-8">
      <header>
        <Breadcrumb
          label={m.account_breadcrumb()}
          trail={[{ name: m.app_account(), to: '/account' }, { name: title }]}
          className="mb-3 pointer-coarse:-mt-3 pointer-coarse:mb-0"
        />
        <h1 className="text-title">{title}</h1>
        <p className="mt-1 text-quiet">{m.ledger_intro()}</p>
      </header>
      {account && <AccountLedger account={account} />}
      {account === null && <LedgerSignedOut />}
      {account === undefined && !error && <LedgerLoading />}
      {account === undefined && error && (
        <LedgerFailed error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function AccountLedger({ account }: { account: AccountView }) {
  const { path, query } = useLocation()
  const address = parseAddress(query)
  const { filters, page } = address
  const found = useQuery(ledgerQuery(address, account.credits.left_credits))
  const { data, error } = found
  const go = (next: LedgerAddress) => navigate(path, { query: addressQuery(next) })
  const jump = (to: number) => go({ filters, page: to })
  const isNew = data?.total === 0 && !isFiltered(filters)
  return (
    <>
      <BalanceSummary account={account} />
      {!isNew && (
        <LedgerFilterBar filters={filters} onFilter={(next) => go({ filters: next, page: 1 })} />
      )}
      {error && (
        <LedgerFailed
          error={error}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
      {!data && !error && <LedgerLoading />}
      {data && !error && (
        <div
          className={`flex flex-col gap-3 transition-opacity ${found.isPlaceholderData ? 'opacity-50' : ''}`}
        >
          {data.total > 0 && <LedgerSums total={data.total} sums={data.sums} filters={filters} />}
          {data.data.length > 0 && <Statement entries={data.data} />}
          {isNew && <LedgerEmpty />}
          {data.total === 0 && !isNew && (
            <LedgerNoMatches onClear={() => go({ filters: noFilters, page: 1 })} />
          )}
          {data.total > 0 && data.data.length === 0 && (
            <LedgerPageMissing page={page} pages={data.totalPages} onJump={jump} />
          )}
          <Pager page={Math.min(page, data.totalPages)} pages={data.totalPages} onJump={jump} />
        </div>
      )}
    </>
  )
}
