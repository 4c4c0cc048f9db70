type Change = { accountId: string; generationId: string }

/**
 * The changes of one account: these generations, or `null` when some may have been missed.
 */
export type ChangeListener = (generationIds: string[] | null) => void

/** Passes changes to the streams of their accounts. One per process. */
export type Hub = {
  subscribe(accountId: string, listener: ChangeListener): () => void
  /** All changes until then were passed on, in ms since 1970. */
  receivedUntil(): number
  /** Sessions or keys of an account ended, or of any account (`null`), in any process. */
  onRevocation(listener: (accountId: string | null) => void): void
  /** Changes and revocations may have been missed. */
  onGap(listener: () => void): void
}

declare module '#core/http/env.ts' {
  interface ApiOptions {
    hub: Hub
  }
}

type Source = {
  onChanges(listener: (changes: Change[]) => void): void
  onGap(listener: () => void): void
  onRevocation(listener: (accountId: string | null) => void): void
  receivedUntil(): number
}

export function createHub(source: Source): Hub {
  const listeners = new Map<string, Set<ChangeListener>>()

  source.onChanges((changes) => {
    for (const [accountId, mine] of Map.groupBy(changes, (change) => change.accountId)) {
      const ids = [...new Set(mine.map((change) => change.generationId))]
      for (const listener of listeners.get(accountId) ?? []) listener(ids)
    }
  })
  source.onGap(() => {
    for (const group of listeners.values()) for (const listener of group) listener(null)
  })

  return {
    subscribe(accountId, listener) {
      const group = listeners.get(accountId) ?? new Set()
      listeners.set(accountId, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && listeners.get(accountId) === group) listeners.delete(accountId)
      }
    },
    receivedUntil: source.receivedUntil,
    onRevocation: source.onRevocation,
    onGap: source.onGap,
  }
}
