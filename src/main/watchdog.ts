import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Meter } from '#core/meter.ts'
import type { Connection } from '#platform/database/database.ts'
import { currentRequestId, currentStep, type RunningStep } from '#platform/telemetry/request-id.ts'

/** What the thread is started with. `limitMs`: `null`: the process is never ended. */
export type WatchdogData = {
  beats: Int32Array
  limitMs: number | null
  /** Where lines of the log are written: standard output, or a file. */
  destination: 1 | string
  /** What every line has. */
  base: Record<string, unknown>
  /** Where the generation is noted in whose step the loop stands still. */
  database: Connection
}

/** What the thread reads in the paused code, as JSON. */
export type RunningWork = { requestId?: string; step?: RunningStep }

/** The event loop answers again after a stall of `ms`. */
export type StallEnded = { ms: number; stack: string[] }

export type WatchdogOptions = Pick<WatchdogData, 'limitMs' | 'destination' | 'database'> & {
  log: Pick<Logger, 'bindings' | 'error'>
  meter: Pick<Meter, 'count'>
}

/** How often the event loop shows that it runs, in ms. */
const beatInterval = 250

/** Reads which request or step is stuck, evaluated by the thread in the paused code. */
export const runningProperty = 'atelierRunning'

/**
 * Watches the event loop of this process from a thread. A loop that stands still for 2 s is logged
 * with the stack of what runs, and counted when it goes on. Before other workers claim the job of
 * a step that stands still, it is counted at that job (`endsWorkers`). After `limitMs` the process
 * is killed, so that what started it starts it again. Returns the function that ends the watch.
 */
export function startWatchdog(options: WatchdogOptions): () => Promise<void> {
  const { log, meter, ...rest } = options
  const beats = new Int32Array(new SharedArrayBuffer(4))
  const beat = setInterval(() => Atomics.add(beats, 0, 1), beatInterval).unref()
  Object.defineProperty(globalThis, runningProperty, {
    configurable: true,
    get: () =>
      JSON.stringify({ requestId: currentRequestId(), step: currentStep() } as RunningWork),
  })
  const data: WatchdogData = { beats, base: log.bindings(), ...rest }
  const thread = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData: data })
  thread.unref()
  thread.on('message', ({ ms, stack }: StallEnded) => {
    meter.count('atelier_event_loop_stalls_total', {})
    log.error({ ms, stack }, 'event loop runs again')
  })
  thread.on('error', (error) => log.error({ err: error }, 'event loop is not watched any more'))
  return async () => {
    clearInterval(beat)
    await thread.terminate()
  }
}
