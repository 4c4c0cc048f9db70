import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { LedgerPage } from '#contract/ledger.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'
import { searchOf } from '#web/lib/navigation/query.ts'
import { currentLocale } from '#web/lib/preferences/locale.ts'
import type { LedgerAddress, LedgerFilters } from './ledger-address.ts'

/** How many entries are on a page. */
const pageSize = 50

/** One page of the statement. `balance` is the account's: another one means another entry. */
export function ledgerQuery({ filters, page }: LedgerAddress, balance: number) {
  return queryOptions({
    queryKey: ['ledger', filters, page, balance] as const,
    queryFn: ({ signal }) =>
      request<LedgerPage>('GET', '/api/account/ledger', {
        query: { ...asked(filters), page, pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: retryUnlessRefused,
  })
}

/** Where the browser finds the same entries as a file. */
export function fileAddress(filters: LedgerFilters): string {
  const query = { ...asked(filters), timeZone: timeZone(), language: currentLocale() }
  return `/api/account/ledger.csv${searchOf(query)}`
}

function asked(filters: LedgerFilters) {
  const hasDays = filters.dateStart !== undefined || filters.dateEnd !== undefined
  return { ...filters, timeZone: hasDays ? timeZone() : undefined }
}

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
