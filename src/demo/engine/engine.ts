import { join } from 'node:path'
import type { FaultRule } from './faults/faults.ts'
import { parseFaults } from './faults/faults.ts'
import { listen } from './http/listen.ts'
import { engineRoutes } from './http/routes.ts'
import { JobQueue } from './jobs/job-queue.ts'
import { openJobStore } from './jobs/job-store.ts'
import { makeOutcome } from './jobs/make-outcome.ts'
import { openPictureThread } from './render/picture-thread.ts'

export type EngineOptions = {
  /** Everything the engine remembers lies in `demo-engine` below this directory. */
  dataDir: string
  /** About how long a job takes, in ms (3,500); varied a little, and never less than the rendering. */
  delayMs?: number
  /** The share of jobs that complete with an error, 0 to 1 (0). */
  failureRate?: number
  /** Named faults, `name` or `name:probability`, separated by commas (none). */
  faults?: string
  /** The port to listen on (any free one). */
  port?: number
  log?: (line: object) => void
}

export type Engine = { url: string; port: number; stop(): Promise<void> }

/**
 * Starts the demo engine: an HTTP server on loopback that speaks fal's queue protocol and renders sample pictures.
 * It remembers every accepted job across a kill. Throws when a fault in the list is unknown or the port is taken.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const rules = faultRules(options)
  const log = options.log ?? (() => {})
  const store = await openJobStore(join(options.dataDir, 'demo-engine'), Date.now())
  const pictures = openPictureThread()
  const queue = new JobQueue({
    store,
    log,
    make: (job) =>
      makeOutcome(job, {
        picture: pictures.render,
        keep: async (name, data) => {
          await store.saveFile(`${job.id}-${name}`, data)
          return `/files/${job.id}/${job.id}-${name}`
        },
      }),
  })
  const routes = engineRoutes({ queue, store, rules, delayMs: options.delayMs ?? 3_500 })
  const close = async () => {
    await queue.stop()
    await pictures.close()
  }
  const server = await listen(routes.fetch, options.port ?? 0).catch(async (error) => {
    await close()
    throw error
  })
  log({ event: 'engine-listening', url: server.url })
  return {
    url: server.url,
    port: server.port,
    stop: async () => {
      await server.close()
      await close()
    },
  }
}

function faultRules({ faults = '', failureRate = 0 }: EngineOptions): FaultRule[] {
  const rules = parseFaults(faults)
  return failureRate > 0 ? [...rules, { name: 'internal-error', probability: failureRate }] : rules
}
