import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AdminAccountsPage, AdminAccountView } from '#core/accounts/contract/admin-accounts.ts'
import type { WaitingAccountsView } from '#core/accounts/contract/approvals.ts'
import type { GenerationListView } from '#core/admin/lists-contract.ts'
import type { LedgerChecksView, PricesView, StudioView } from '#core/admin/studio-contract.ts'
import type {
  AdminGenerationLine,
  AdminGenerationView,
} from '#core/generations/admin-generations-contract.ts'
import type { AdminModelsView, AdminModelView } from '#core/models/admin-models-contract.ts'
import type { AuditPage } from '#core/operators/contract.ts'
import type { AdminSettingsView } from '#core/settings/contract/admin-settings.ts'
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

/** What the page shows of an address below `/api/admin`. */
export function adminQuery<View>(
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
export const itemPath = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`

export const studioQuery = adminQuery<StudioView>('studio', { isLive: true })
export const ledgerChecksQuery = adminQuery<LedgerChecksView>('ledger')
export const settingsQuery = adminQuery<AdminSettingsView>('settings')
export const pricesQuery = adminQuery<PricesView>('prices')
export const accountsQuery = (find: string, before: string | undefined) =>
  adminQuery<AdminAccountsPage>('accounts', { query: { find, before }, keeps: true })
export const waitingQuery = adminQuery<WaitingAccountsView>('waiting', { isLive: true })
export const auditQuery = (before: number | undefined) =>
  adminQuery<AuditPage>('audit', { query: { before }, keeps: true })
export const generationsQuery = (find: string) =>
  adminQuery<{ data: AdminGenerationLine[] }>('generations', {
    query: { find },
    keeps: true,
    isLive: true,
  })
/** What is listed of all generations: a status, a model, a failure code, from and until moments. */
export type ListFilter = Record<'status' | 'model' | 'code' | 'from' | 'to', string | undefined>
export const generationListQuery = (filter: ListFilter, before: string | undefined) =>
  adminQuery<GenerationListView>('generations/list', { query: { ...filter, before }, keeps: true })
/** Generations that failed since a moment, with this code or any. */
export const failedGenerationsQuery = (failed: { code: string | undefined; since: string }) =>
  adminQuery<{ data: AdminGenerationLine[] }>('generations/failed', { query: failed, keeps: true })
export const accountDetailsQuery = (id: string) =>
  adminQuery<AdminAccountView>(itemPath('accounts', id))
export const generationDetailsQuery = (id: string) =>
  adminQuery<AdminGenerationView>(itemPath('generations', id), { isLive: true })
export const modelsQuery = adminQuery<AdminModelsView>('models')
/** A model with the definition of its current version, or of another one. */
export const modelQuery = (type: string, id: string, version?: number) =>
  adminQuery<AdminModelView>(itemPath(`models/${encodeURIComponent(type)}`, id), {
    query: { version },
    isLive: version === undefined,
  })
