import type { Changes } from '#core/events/changes.ts'
import type { Caller, Credential } from './authenticate.ts'
import { hashToken } from './tokens.ts'

/** The holders of API keys that were authenticated a moment ago, in this process. */
export type RecentCallers = {
  find(credential: Credential): Caller | undefined
  remember(credential: Credential, caller: Caller): void
}

/** How long an authenticated key is remembered, in ms. */
const memory = 5_000
const maxCallers = 10_000

/**
 * For requests whose own statement checks the key again, as a charge does: they need no query to
 * find its holder. Forgets the keys of an account when one is revoked, here or in another process.
 */
export function createRecentCallers(
  changes: Pick<Changes, 'onRevocation' | 'onGap'>,
  now = () => performance.now(),
): RecentCallers {
  const callers = new Map<string, { caller: Caller; until: number }>()
  changes.onGap(() => callers.clear())
  changes.onRevocation((accountId) => {
    if (accountId === null) return callers.clear()
    for (const [mark, { caller }] of callers)
      if (caller.account.id === accountId) callers.delete(mark)
  })
  return {
    find: (credential) => {
      if (!('apiKey' in credential)) return undefined
      const found = callers.get(markOf(credential))
      return found && found.until > now() ? found.caller : undefined
    },
    remember: (credential, caller) => {
      if (!('apiKey' in credential)) return
      if (callers.size >= maxCallers) callers.clear()
      callers.set(markOf(credential), { caller, until: now() + memory })
    },
  }
}

const markOf = ({ apiKey }: { apiKey: string }) => hashToken(apiKey).toString('base64')
