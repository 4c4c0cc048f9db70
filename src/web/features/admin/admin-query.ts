import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AdminAccountsPage, AdminAccountView } from '#contract/admin-accounts.ts'
import type {
  AdminGenerationLine,
  AdminGenerationView,
  AuditPage,
} from '#contract/admin-generations.ts'
import type {
  AdminPaymentsView,
  LedgerChecksView,
  PricesView,
  StudioView,
} from '#contract/admin-studio.ts'
import { request, retryUnlessRefused } from '#web/lib/api.ts'

/** Everything an operator sees; an act makes all of it old. */
export const adminKey = ['admin'] as const

/** How often what changes by itself is looked at again, in ms. */
const pause = 5_000

type Query = Record<string, string | number | undefined>

/**
 * `keeps`: what stood there before is shown until the new one is there. `isLive`: it changes by
 * itself.
 */
type Manner = { query?: Query; keeps?: boolean; isLive?: boolean }

function asked<View>(path: string, { query = {}, keeps = false, isLive = false }: Manner = {}) {
  return queryOptions({
    queryKey: [...adminKey, path, query] as const,
    queryFn: ({ signal }) => request<View>('GET', `/api/admin/${path}`, { query, signal }),
    ...(keeps && { placeholderData: keepPreviousData }),
    ...(isLive && { refetchInterval: pause }),
    retry: retryUnlessRefused,
  })
}

/** One of a list, by what an address calls it. */
const one = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`

export const studioQuery = asked<StudioView>('studio', { isLive: true })
export const ledgerChecksQuery = asked<LedgerChecksView>('ledger')
export const pricesQuery = asked<PricesView>('prices')
export const accountsQuery = (find: string, page: number) =>
  asked<AdminAccountsPage>('accounts', { query: { find, page }, keeps: true })
export const paymentsQuery = (find: string, page: number) =>
  asked<AdminPaymentsView>('payments', { query: { find, page }, keeps: true })
export const auditQuery = (before: number | undefined) =>
  asked<AuditPage>('audit', { query: { before }, keeps: true })
export const generationsQuery = (find: string) =>
  asked<{ data: AdminGenerationLine[] }>('generations', {
    query: { find },
    keeps: true,
    isLive: true,
  })
/** Those that failed since a moment, with this code or any. */
export const failedGenerationsQuery = (failed: { code: string | undefined; since: string }) =>
  asked<{ data: AdminGenerationLine[] }>('generations/failed', { query: failed, keeps: true })
export const wholeAccountQuery = (id: string) => asked<AdminAccountView>(one('accounts', id))
export const wholeGenerationQuery = (id: string) =>
  asked<AdminGenerationView>(one('generations', id), { isLive: true })
