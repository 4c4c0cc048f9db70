import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { HistoryFilters } from './address.ts'
import { type HistoryState, HistoryStore } from './history-store.ts'

/** How many histories keep their state, for a return to them. */
const kept = 6

const storesOf = new WeakMap<QueryClient, Map<string, HistoryStore>>()

/**
 * A kind's history under a filter, as one list of any length. `place` is the first position,
 * counted from 0. The returned store stays the same object while kind, account and filter do.
 */
export function useHistory(
  { kind, account, filters }: { kind: Kind; account: string; filters: HistoryFilters },
  place: number,
): { store: HistoryStore; state: HistoryState } {
  const client = useQueryClient()
  const name = JSON.stringify([account, kind, filters])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name identifies the list; the position only matters at the start
  const store = useMemo(
    // biome-ignore lint/nursery/useReactCompiler: the same missing dependency
    () => storeOf(client, name, () => new HistoryStore(client, { kind, filters }, place)),
    [client, name],
  )
  useEffect(() => store.listen(), [store])
  return { store, state: useStore(store.stateStore) }
}

function storeOf(client: QueryClient, name: string, create: () => HistoryStore): HistoryStore {
  const stores = storesOf.get(client) ?? new Map<string, HistoryStore>()
  storesOf.set(client, stores)
  const store = stores.get(name) ?? create()
  // The last used one is at the end.
  stores.delete(name)
  stores.set(name, store)
  for (const old of [...stores.keys()].slice(0, -kept)) stores.delete(old)
  return store
}
