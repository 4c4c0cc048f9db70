import type { QueryClient } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { kindFacts } from '#core/models/rules/kinds.ts'
import { accountKey } from '../account.ts'
import { ApiError } from '../api.ts'
import {
  generationKey,
  generationQuery,
  historyKey,
  isOpen,
  noteOpen,
} from '../jobs/generations.ts'

/**
 * While events arrive, an open generation is polled after ten silent intervals, in case an event
 * was missed.
 */
const patienceWhileLive = 10

/**
 * Polls every open generation that has been silent for its kind's interval, or ten of them while
 * events arrive. Returns a function that stops it.
 */
export function pollOpenGenerations(client: QueryClient, isLive: () => boolean): () => void {
  const timer = setInterval(() => {
    const patience = isLive() ? patienceWhileLive : 1
    for (const id of silentGenerations(client, Date.now(), patience)) void refetch(client, id)
  }, 500)
  return () => clearInterval(timer)
}

/**
 * The open generations without news for `patience` of their kind's intervals. `now` is in ms. A
 * question about an image is no longer polled once that has failed, or when the page does not show
 * it (docs/spec/creation.md#life-of-a-generation).
 */
export function silentGenerations(client: QueryClient, now: number, patience: number): string[] {
  return client
    .getQueryCache()
    .findAll({ queryKey: ['generation'], fetchStatus: 'idle' })
    .flatMap((query) => {
      const { state } = query
      const generation = state.data as GenerationView | undefined
      if (!generation || !isOpen(generation)) return []
      if (
        generation.kind === 'image-understanding' &&
        (state.status === 'error' || query.getObserversCount() === 0)
      )
        return []
      const updatedAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt)
      return now - updatedAt >= patience * kindFacts[generation.kind].pollMs ? [generation.id] : []
    })
}

async function refetch(client: QueryClient, id: string): Promise<void> {
  try {
    const generation = await client.fetchQuery({
      ...generationQuery(id),
      staleTime: 0,
      retry: false,
    })
    if (isOpen(generation)) return
    noteOpen(client, id, false)
    const changed = [historyKey, accountKey]
    await Promise.all(changed.map((queryKey) => client.invalidateQueries({ queryKey })))
  } catch (error) {
    const isGone = error instanceof ApiError && error.status === 404
    if (!isGone) return
    client.removeQueries({ queryKey: generationKey(id), exact: true })
    noteOpen(client, id, false)
  }
}
