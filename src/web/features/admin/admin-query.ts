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
import { fetchJson, retryUnlessRefused } from '#web/lib/api.ts'

/** The operator's data; an action makes all of it stale. */
export const adminKey = ['admin'] as const

/** How often live data is fetched again, in ms. */
const refreshIntervalMs = 5_000

type Query = Record<string, string | number | undefined>

/**
 * `keeps`: the previous data is shown until the new data has arrived. `isLive`: it is fetched again
 * regularly.
 */
type AdminQueryOptions = { query?: Query; keeps?: boolean; isLive?: boolean }

function adminQuery<View>(
  path: string,
  { query = {}, keeps = false, isLive = false }: AdminQueryOptions = {},
) {
  return queryOptions({
    queryKey: [...adminKey, path, query] as const,
    queryFn: ({ signal }) => fetchJson<View>('GET', `/api/admin/${path}`, { query, signal }),
    ...(keeps && { placeholderData: keepPreviousData }),
    ...(isLive && { refetchInterval: refreshIntervalMs }),
    retry: retryUnlessRefused,
  })
}

/** One item of a list, by its id in the address. */
const itemPath = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`

export const studioQuery = adminQuery<StudioView>('studio', { isLive: true })
export const ledgerChecksQuery = adminQuery<LedgerChecksView>('ledger')
export const pricesQuery = adminQuery<PricesView>('prices')
export const accountsQuery = (find: string, before: string | undefined) =>
  adminQuery<AdminAccountsPage>('accounts', { query: { find, before }, keeps: true })
export const paymentsQuery = (find: string, before: string | undefined) =>
  adminQuery<AdminPaymentsView>('payments', { query: { find, before }, keeps: true })
export const auditQuery = (before: number | undefined) =>
  adminQuery<AuditPage>('audit', { query: { before }, keeps: true })
export const generationsQuery = (find: string) =>
  adminQuery<{ data: AdminGenerationLine[] }>('generations', {
    query: { find },
    keeps: true,
    isLive: true,
  })
/** Generations that failed since a moment, with this code or any. */
export const failedGenerationsQuery = (failed: { code: string | undefined; since: string }) =>
  adminQuery<{ data: AdminGenerationLine[] }>('generations/failed', { query: failed, keeps: true })
export const accountDetailsQuery = (id: string) =>
  adminQuery<AdminAccountView>(itemPath('accounts', id))
export const generationDetailsQuery = (id: string) =>
  adminQuery<AdminGenerationView>(itemPath('generations', id), { isLive: true })
