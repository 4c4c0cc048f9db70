import type { Parts } from '#core/parts.ts'
import type { Log } from '#platform/telemetry/log.ts'

/** Tasks that no request waits for. A scheduled job must redo whatever a crash loses. */
export type Background = {
  run(work: () => Promise<void>): void
  /** Runs a task at once, beside the others; `null`: as many of these run already as may. */
  tryRun<Result>(work: () => Promise<Result>): Promise<Result> | null
  /** Aborts when the process is about to end: long tasks stop between two steps. */
  signal: AbortSignal
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  /** Drops waiting tasks and resolves when none is running any more. */
  stop(): Promise<void>
}

declare module '#core/parts.ts' {
  interface AllParts {
    background: Background
  }
}

/** Beyond this many waiting tasks, more are left to the scheduled jobs. */
const longestQueue = 1_000

/**
 * Runs at most `concurrency` tasks in order, whose failures are logged, and beside them at most
 * `atOnce` that do not wait.
 */
export function createBackground(log: Log, { concurrency = 3, atOnce = 8 } = {}): Background {
  const waiting: (() => Promise<void>)[] = []
  const lanes = new Set<Promise<void>>()
  const stopping = new AbortController()
  let free = concurrency
  let freeAtOnce = atOnce

  async function lane(): Promise<void> {
    for (let work = waiting.shift(); work; work = waiting.shift()) {
      await work().catch((error: unknown) => log.warn({ err: error }, 'background task failed'))
    }
    free += 1
  }

  function track(started: Promise<void>): void {
    lanes.add(started)
    void started.finally(() => lanes.delete(started))
  }

  async function idle(): Promise<void> {
    while (lanes.size > 0) await Promise.all(lanes)
  }

  return {
    run: (work) => {
      if (waiting.length < longestQueue) waiting.push(work)
      if (free === 0) return
      free -= 1
      track(lane())
    },
    tryRun: (work) => {
      if (freeAtOnce === 0 || stopping.signal.aborted) return null
      freeAtOnce -= 1
      const result = work()
      const end = () => {
        freeAtOnce += 1
      }
      track(result.then(end, end))
      return result
    },
    signal: stopping.signal,
    idle,
    stop: () => {
      stopping.abort()
      waiting.length = 0
      return idle()
    },
  }
}

const attempts = 30
const pause = 1_000

/**
 * Writes what must survive a restart of the database: retries for half a minute, then throws.
 */
export async function retryUntilDone<Result>(
  { log }: Parts<'log'>,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt === attempts) throw error
      log.warn({ attempt, err: error }, 'step could not be recorded yet')
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}
