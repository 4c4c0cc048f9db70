import type { CredentialHash } from '#services/sign-in/authenticate.ts'

/** Who listens just now, and by what right. One a process. */
export type RevocationWatcher = {
  /**
   * `leave` is called when the right is gone. Answers what the guest calls when it goes by itself.
   */
  enter(watcher: Watcher, leave: () => void): () => void
  /** Looks at the rights of this account's guests now; `null`: of all guests. */
  look(accountId: string | null): Promise<void>
}

export type Watcher = { accountId: string; mark: CredentialHash }

type Options = {
  /** Which of these no longer let anybody in? */
  findRevoked(marks: CredentialHash[]): Promise<CredentialHash[]>
  /** They could not be looked at: streams stay open until the next look. */
  onError(error: unknown): void
  /** How often they are looked at, in ms. */
  every?: number
}

/**
 * A stream is authorised when it opens and may stay open for days: now and then all rights are
 * looked at, at once, should nobody have told that some ended.
 */
export function createRevocationWatcher({
  findRevoked,
  onError,
  every = 10_000,
}: Options): RevocationWatcher {
  const watchers = new Map<string, Watcher & { leavers: Set<() => void> }>()
  let timer: NodeJS.Timeout | undefined

  async function look(accountId: string | null) {
    const asked = [...watchers.values()].filter(
      (watcher) => accountId === null || watcher.accountId === accountId,
    )
    if (asked.length === 0) return
    // A database that is away says nothing about anybody's rights.
    const revoked = await findRevoked(asked.map(({ mark }) => mark)).catch((error: unknown) => {
      onError(error)
      return []
    })
    for (const { hash } of revoked) for (const leave of watchers.get(hash)?.leavers ?? []) leave()
  }

  return {
    look,
    enter: ({ accountId, mark }, leave) => {
      const watcher = watchers.get(mark.hash) ?? { accountId, mark, leavers: new Set() }
      watchers.set(mark.hash, watcher)
      watcher.leavers.add(leave)
      timer ??= setInterval(() => void look(null), every).unref()
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
