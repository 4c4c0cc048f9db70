import type { QueryClient } from '@tanstack/react-query'
import type { AccountView } from '#core/accounts/contract/account.ts'

/**
 * Fills the query cache with what a page shows first at an address, for its signed-in visitor.
 * Never rejects.
 */
export type Prefetch = (client: QueryClient, visit: Visit) => Promise<void>

export type Visit = {
  /** Without its language. */
  path: string
  query: Record<string, string>
  account: AccountView
}

/** Data that is younger is not fetched again before a visit, in ms. */
export const prefetchedMs = 10_000
