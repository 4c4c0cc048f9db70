import { join } from 'node:path'
import { plainRenderer } from '@atelier/demo-world/plain-renderer'
import { openRenderer } from '@atelier/demo-world/renderer'
import { Account } from './control.ts'
import { documentedEndpoint } from './endpoints/documented-endpoint.ts'
import { type Endpoint, endpoints as ownEndpoints } from './endpoints/endpoints.ts'
import { createFaultDice, type FaultRule, parseFaults } from './faults.ts'
import { listen } from './http.ts'
import type { Job } from './jobs/job.ts'
import { JobQueue } from './jobs/job-queue.ts'
import { type JobStore, openDiskStore, openMemoryStore } from './jobs/job-store.ts'
import { runJob } from './jobs/run-job.ts'
import { openSigningKeys } from './post-signed.ts'
import { emulatorRoutes } from './routes.ts'
import { findUpload } from './uploads.ts'
import { usualTiming, WebhookSender, type WebhookTiming } from './webhook-sender.ts'

export type Emulator = { url: string; port: number; stop(): Promise<void> }

/**
 * Starts the emulator: an HTTP server on loopback that speaks fal's queue protocol, its storage and
 * its webhooks, and makes sample images, videos, audio and texts. If `durable`, accepted jobs and
 * unsent webhooks survive a kill of the process. Throws when a fault in the list is unknown or the
 * port is taken.
 */
export async function startEmulator(given: EmulatorOptions): Promise<Emulator> {
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
  const endpoints = allEndpoints(options.documents)
  const context = openRenderContext(options, store, endpoints)
  const queue = new JobQueue({
    store,
    concurrency,
    log,
    make: context.make,
    finished: (job) => webhooks.notify(job),
  })
  const close = async () => {
    await webhooks.stop()
    await queue.stop()
    await context.close()
  }

  const files = { slowMs: options.slowFileMs, hugeBytes: options.hugeFileBytes }
  const routes = emulatorRoutes({
    ...options,
    endpoints,
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
  log({ event: 'emulator-listening', url: server.url })
  return {
    url: server.url,
    port: server.port,
    stop: async () => {
      await server.close()
      await close()
    },
  }
}

function openRenderContext(
  { media, videoSide }: Pick<EmulatorSettings, 'media' | 'videoSide'>,
  store: JobStore,
  endpoints: readonly Endpoint[],
) {
  const rendered = openRenderer()
  const renderer = media === 'plain' ? plainRenderer(rendered.video) : rendered
  const saveFile = async (job: Job, name: string, data: Uint8Array) => {
    await store.saveFile(`${job.id}-${name}`, data)
    return `/files/${job.id}/${job.id}-${name}`
  }
  const upload = async (id: string) => (await findUpload(store, id))?.data
  const source = { upload, fetches: media !== 'plain' }
  return {
    make: (job: Job) =>
      runJob(job, {
        ...renderer,
        source,
        endpoints,
        videoSide,
        saveFile: (name, data) => saveFile(job, name, data),
      }),
    close: () => rendered.close(),
  }
}

/** Endpoints of its own know more than a document says. */
function allEndpoints(documents: readonly unknown[]): Endpoint[] {
  const known = new Set(ownEndpoints.map(({ id }) => id))
  const others = documents.map(documentedEndpoint).filter(({ id }) => !known.has(id))
  return [...ownEndpoints, ...others]
}

function faultRules({ faults, failureRate }: { faults: string; failureRate: number }): FaultRule[] {
  const rules = parseFaults(faults)
  return failureRate > 0 ? [...rules, { name: 'internal-error', probability: failureRate }] : rules
}

export type EmulatorOptions = {
  /**
   * Everything that the emulator stores lies in `demo-engine` below this directory. Not touched
   * unless `durable`.
   */
  dataDir: string
  /**
   * The approximate duration of a job, in ms (3,500); varied a little, and never less than the
   * rendering.
   */
  delayMs?: number
  /** The share of jobs that complete with an error, 0 to 1 (0). */
  failureRate?: number
  /** Named faults, `name`, `name:probability` or `name*count`, separated by commas (none). */
  faults?: string
  /** Derives faults, seeds and durations from this and the prompts; otherwise they are random. */
  random?: number
  /** The port to listen on (any free one). */
  port?: number
  /** The maximum number of running jobs, for each endpoint (2). */
  concurrency?: number
  /**
   * Whether jobs, files and keys outlive the process (yes). Without it a submit writes nothing to
   * disk.
   */
  durable?: boolean
  /**
   * `plain` gives flat images, one tiny video and one tiny audio track, at no cost, and fetches no
   * input (`rendered`).
   */
  media?: 'rendered' | 'plain'
  /** The longest side of a video, in pixels (848). */
  videoSide?: number
  /** Whether `/control` answers (no): it lets any caller lock the account and read every job. */
  control?: boolean
  /** The user id in webhooks (`atelier-demo`). */
  userId?: string
  /** The retries of webhooks, each in ms; by default the provider's. */
  webhooks?: Partial<WebhookTiming>
  /** How long the fault `slow-file` takes, in ms (a minute). */
  slowFileMs?: number
  /** How large the fault `huge-file` makes a file, in bytes (256 MiB). */
  hugeFileBytes?: number
  /** The largest upload, in bytes (90 MiB, above which the provider uses multipart). */
  uploadLimit?: number
  /** OpenAPI documents of further endpoints, as fal publishes them (none). */
  documents?: readonly unknown[]
  log?: (line: object) => void
}

/** The options with every default, except the directory and the log, which stay as they are. */
export function withDefaults(options: EmulatorOptions) {
  return {
    delayMs: 3_500,
    failureRate: 0,
    faults: '',
    port: 0,
    concurrency: 2,
    durable: true,
    media: 'rendered' as const,
    videoSide: 848,
    control: false,
    userId: 'atelier-demo',
    slowFileMs: 60_000,
    hugeFileBytes: 256 * 1024 * 1024,
    uploadLimit: 90 * 1024 * 1024,
    documents: [] as readonly unknown[],
    log: () => {},
    ...options,
  }
}

/** The options with every value set. */
export type EmulatorSettings = ReturnType<typeof withDefaults>
