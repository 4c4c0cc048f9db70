import { setTimeout as delay } from 'node:timers/promises'
import type { EmbeddedPostgres } from './embedded-postgres.ts'

type Options = {
  /** It is down and will be started after a pause, in ms; or it is up again. */
  onRestart(event: { reason: string; pause: number } | 'running'): void
  /** It died too often: it stays down. */
  onLost(reason: string): void
  pauses?: readonly number[]
}

/** Deaths within this time, in ms, count together. */
const period = 60_000

/**
 * The pause before each start within the period, in ms. One death more than there are pauses is the
 * end.
 */
const growingPauses = [0, 500, 2_000, 5_000]

/**
 * Starts PostgreSQL again whenever it dies, ever later, and gives up when it dies for the fifth
 * time in a minute. A start that fails is tried again for as long as it takes: a full disk has room
 * again some day.
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

  /** Why it does not start; `null`: it runs, or nobody wants it to. */
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
