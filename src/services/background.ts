import type { Log, ServiceContext } from './context.ts'

/** Work that nobody waits for. Whatever is lost in a crash, a chore must find again. */
export type Background = {
  run(work: () => Promise<void>): void
  /** Fires when the process is about to end: what takes long stops between two pieces. */
  signal: AbortSignal
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>
  /** Forgets what waits and resolves when nothing runs any more. */
  stop(): Promise<void>
}

/** Beyond this many waiting pieces of work the scheduled jobs do the rest. */
const longestQueue = 1_000

/** Does at most `concurrency` pieces of work at once, in order; one that fails is logged. */
export function createBackground(log: Log, { concurrency = 3 } = {}): Background {
  const waiting: (() => Promise<void>)[] = []
  const lanes = new Set<Promise<void>>()
  const stopping = new AbortController()
  let free = concurrency

  async function lane(): Promise<void> {
    for (let work = waiting.shift(); work; work = waiting.shift()) {
      await work().catch((error: unknown) => log.warn({ err: error }, 'background task failed'))
    }
    free += 1
  }

  async function idle(): Promise<void> {
    while (lanes.size > 0) await Promise.all(lanes)
  }

  return {
    run: (work) => {
      if (waiting.length < longestQueue) waiting.push(work)
      if (free === 0) return
      free -= 1
      const started = lane()
      lanes.add(started)
      void started.finally(() => lanes.delete(started))
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
 * Writes what must not be forgotten because the database restarts: tries for half a minute, then
 * throws.
 */
export async function keepTrying<Result>(
  { log }: Pick<ServiceContext, 'log'>,
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
