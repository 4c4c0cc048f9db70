import type { QueryClient } from '@tanstack/react-query'
import type { AccountView } from '#core/accounts/contract/account.ts'
import type { LiveEvents } from '#core/events/contract.ts'
import { accountKey, ledgerKey } from '../account.ts'
import {
  announceDeleted,
  generationKey,
  historyKey,
  noteOpen,
  openJobsKey,
  rememberGeneration,
} from '../jobs/generations.ts'
import { noticeModels } from '../models.ts'
import { noticeSettings } from '../settings.ts'

/** One event of the stream, with the data type of its name. */
export type LiveEvent = {
  [Name in keyof LiveEvents]: { name: Name; data: LiveEvents[Name] }
}[keyof LiveEvents]

/** Each name once; the compiler refuses a name that is missing or unknown. */
const names: Record<LiveEvent['name'], true> = {
  ready: true,
  generation: true,
  account: true,
  'generation-deleted': true,
  models: true,
  settings: true,
  refetch: true,
  'signed-out': true,
}
export const liveEventNames = Object.keys(names) as LiveEvent['name'][]

/**
 * Writes the data of an event into the cache. Returns whether the history's pages are now out of
 * date.
 */
export function applyEvent(client: QueryClient, event: LiveEvent): boolean {
  switch (event.name) {
    case 'ready':
      return false
    case 'generation':
      return rememberGeneration(client, event.data)
    case 'account': {
      const before = client.getQueryData<AccountView | null>(accountKey)
      client.setQueryData(accountKey, event.data)
      // With the same balance something else of a payment changed, such as its invoice.
      if (before?.credits.left_credits === event.data.credits.left_credits)
        void client.invalidateQueries({ queryKey: ledgerKey })
      return false
    }
    case 'generation-deleted':
      client.removeQueries({ queryKey: generationKey(event.data.id), exact: true })
      noteOpen(client, event.data.id, false)
      announceDeleted([event.data.id])
      return true
    case 'models':
      noticeModels(event.data.revision)
      return false
    case 'settings':
      noticeSettings(client, event.data.mark)
      return false
    case 'refetch':
      void catchUp(client)
      return false
    case 'signed-out':
      // The browser may have another session by now: only the server's answer decides.
      void client.invalidateQueries({ queryKey: accountKey })
      return false
  }
}

/** Reloads everything that may have changed while the stream was closed. */
export async function catchUp(client: QueryClient): Promise<void> {
  const keys = [accountKey, historyKey, openJobsKey, ['generation']]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/**
 * Returns a function that refreshes the history soon, and once, however often it is called until
 * then.
 */
export function historyRefresher(client: QueryClient, delay = 250): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    setTimeout(() => {
      isWaiting = false
      void client.invalidateQueries({ queryKey: historyKey })
    }, delay)
  }
}
