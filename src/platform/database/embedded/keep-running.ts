import { setTimeout as delay } from 'node:timers/promises'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

type Options = {
  /** It is down and will be started after a pause, in ms; or it is running again. */
  onRestart(event: { reason: string; pause: number } | 'running'): void
  /** It exited too often: it stays down. */
  onLost(reason: string): void
  pauses?: readonly number[]
}

/** Exits within this time, in ms, count together. */
const period = 60_000

/**
 * The pause before each start within the period, in ms. One more exit than there are pauses ends
 * it.
 */
const growingPauses = [0, 500, 2_000, 5_000]

/**
 * Restarts PostgreSQL after each unexpected exit, after growing pauses, and gives up at the fifth
 * exit in a minute. A start that fails is retried without a limit: a full disk may get space again.
 */
export function keepRunning(
  postgres: Pick<EmbeddedPostgres, 'onUnexpectedExit' | 'restart'>,
  { onRestart, onLost, pauses = growingPauses }: Options,
): { stop(): void } {
  const stopping = new AbortController()
  let deaths: number[] = []

  async function revive(reason: string): Promise<void> {
    const now = Date.now()
    deaths = [...deaths.filter((time) => now - time < period), now]
    if (deaths.length > pauses.length) return onLost(reason)
    for (let why: string | null = reason, start = deaths.length - 1; why !== null; start++) {
      const pause = pauses[start] ?? pauses.at(-1) ?? 0
      onRestart({ reason: why, pause })
      await delay(pause, undefined, { signal: stopping.signal })
      why = await tryStart()
    }
  }

  /** Returns why it does not start; `null`: it runs, or was stopped. */
  async function tryStart(): Promise<string | null> {
    try {
      await postgres.restart()
      onRestart('running')
      return null
    } catch (error) {
      return stopping.signal.aborted ? null : (error as Error).message
    }
  }

  postgres.onUnexpectedExit((reason) => {
    if (!stopping.signal.aborted) revive(reason).catch(() => undefined)
  })
  return { stop: () => stopping.abort() }
}
