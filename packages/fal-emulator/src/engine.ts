import { join } from 'node:path'
import { plainStudio } from '@atelier/demo-world/plain-renderer'
import { openStudio } from '@atelier/demo-world/renderer'
import { Account } from './control/account.ts'
import { createFaultDice } from './faults/fault-dice.ts'
import { type FaultRule, parseFaults } from './faults/faults.ts'
import { listen } from './http/listen.ts'
import { engineRoutes } from './http/routes.ts'
import type { Job } from './jobs/job.ts'
import { JobQueue } from './jobs/job-queue.ts'
import { makeOutcome } from './jobs/make-outcome.ts'
import { openDiskStore } from './jobs/store/disk-store.ts'
import type { JobStore } from './jobs/store/job-store.ts'
import { openMemoryStore } from './jobs/store/memory-store.ts'
import { type EngineOptions, type Settings, withDefaults } from './options.ts'
import { findUpload } from './uploads/uploads.ts'
import { openSigningKeys } from './webhooks/signing-keys.ts'
import { usualTiming, WebhookSender } from './webhooks/webhook-sender.ts'

export type Engine = { url: string; port: number; stop(): Promise<void> }

/**
 * Starts the demo engine: an HTTP server on loopback that speaks fal's queue protocol, its storage
 * and its webhooks, and makes sample pictures, films, sounds and texts. If `durable`, it remembers
 * every accepted job and unsent webhook across a kill. Throws when a fault in the list is unknown
 * or the port is taken.
 */
export async function startEngine(given: EngineOptions): Promise<Engine> {
  const options = withDefaults(given)
  const { log, concurrency, userId } = options
  const dice = createFaultDice(faultRules(options), options.random ?? null)
  const store = options.durable
    ? await openDiskStore(join(options.dataDir, 'demo-engine'), Date.now())
    : openMemoryStore()
  const keys = await openSigningKeys(store)
  const address = Promise.withResolvers<string>()
  const timing = { ...usualTiming, ...options.webhooks }
  const webhooks = new WebhookSender({ store, keys, userId, timing, address: address.promise, log })
  const workshop = openWorkshop(options, store)
  const queue = new JobQueue({
    store,
    concurrency,
    log,
    make: workshop.make,
    finished: (job) => webhooks.tell(job),
  })
  const close = async () => {
    await webhooks.stop()
    await queue.stop()
    await workshop.close()
  }

  const files = { slowMs: options.slowFileMs, hugeBytes: options.hugeFileBytes }
  const routes = engineRoutes({
    ...options,
    queue,
    store,
    keys,
    webhooks,
    dice,
    files,
    account: new Account(),
  })
  const server = await listen(routes.fetch, options.port).catch(async (error) => {
    address.resolve('')
    await close()
    throw error
  })
  address.resolve(server.url)
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

function openWorkshop(
  { pictures, filmSide }: Pick<Settings, 'pictures' | 'filmSide'>,
  store: JobStore,
) {
  const rendered = openStudio()
  const studio = pictures === 'plain' ? plainStudio(rendered.clip) : rendered
  const keep = async (job: Job, name: string, data: Uint8Array) => {
    await store.saveFile(`${job.id}-${name}`, data)
    return `/files/${job.id}/${job.id}-${name}`
  }
  const upload = async (id: string) => (await findUpload(store, id))?.data
  const source = { upload, fetches: pictures !== 'plain' }
  return {
    make: (job: Job) =>
      makeOutcome(job, {
        ...studio,
        source,
        filmSide,
        keep: (name, data) => keep(job, name, data),
      }),
    close: () => rendered.close(),
  }
}

function faultRules({ faults, failureRate }: { faults: string; failureRate: number }): FaultRule[] {
  const rules = parseFaults(faults)
  return failureRate > 0 ? [...rules, { name: 'internal-error', probability: failureRate }] : rules
}
