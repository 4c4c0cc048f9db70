import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PriceOverrides } from '#catalogue/price.ts'
import type { SettingsView } from '#contract/settings.ts'
import { request, retryUnlessRefused } from './api.ts'

/**
 * The operator's settings: the mode, and prices that differ from the catalogue's. Fixed while the
 * page is open.
 */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => request('GET', '/api/settings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: retryUnlessRefused,
})

/**
 * The operator's own prices; none until the settings have loaded. Without own prices nothing is
 * rendered again then.
 */
export function usePriceOverrides(): PriceOverrides {
  return useQuery({ ...settingsQuery, select: ownPrices }).data ?? none
}

const ownPrices = ({ price_overrides }: SettingsView) =>
  Object.keys(price_overrides).length > 0 ? price_overrides : undefined
const none: PriceOverrides = {}
