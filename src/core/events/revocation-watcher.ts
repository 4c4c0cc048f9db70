import type { CredentialHash } from '#core/accounts/sign-in/authenticate.ts'

/** Watches the credentials of open streams. One per process. */
export type RevocationWatcher = {
  /**
   * Calls `leave` when the credential is revoked. Returns the function that ends the watching.
   */
  watch(watcher: Watcher, leave: () => void): () => void
  /** Checks the credentials of this account's streams now; `null`: of all. */
  check(accountId: string | null): Promise<void>
}

export type Watcher = { accountId: string; mark: CredentialHash }

type Options = {
  /** Returns those that are revoked. */
  findRevoked(marks: CredentialHash[]): Promise<CredentialHash[]>
  /** The check failed: streams stay open until the next one. */
  onError(error: unknown): void
  /** The interval of checks, in ms. */
  every?: number
}

/**
 * A stream is authorised when it opens and may stay open for days: all credentials are checked
 * regularly, in one query, in case a notification was lost.
 */
export function createRevocationWatcher({
  findRevoked,
  onError,
  every = 10_000,
}: Options): RevocationWatcher {
  const watchers = new Map<string, Watcher & { leavers: Set<() => void> }>()
  let timer: NodeJS.Timeout | undefined

  async function check(accountId: string | null) {
    const asked = [...watchers.values()].filter(
      (watcher) => accountId === null || watcher.accountId === accountId,
    )
    if (asked.length === 0) return
    // An unavailable database says nothing about revocations.
    const revoked = await findRevoked(asked.map(({ mark }) => mark)).catch((error: unknown) => {
      onError(error)
      return []
    })
    for (const { hash } of revoked) for (const leave of watchers.get(hash)?.leavers ?? []) leave()
  }

  return {
    check,
    watch: ({ accountId, mark }, leave) => {
      const watcher = watchers.get(mark.hash) ?? { accountId, mark, leavers: new Set() }
      watchers.set(mark.hash, watcher)
      watcher.leavers.add(leave)
      timer ??= setInterval(() => void check(null), every).unref()
      return () => {
        watcher.leavers.delete(leave)
        if (watcher.leavers.size === 0) watchers.delete(mark.hash)
        if (watchers.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
