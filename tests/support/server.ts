import { type EmulatorOptions, startEmulator } from '@atelier/fal-emulator'
import { getRequestListener } from '@hono/node-server'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { readFigures } from '#core/admin/overview-queries.ts'
import { createApp } from '#core/api/app.ts'
import { openChanges } from '#core/events/changes.ts'
import { createHub } from '#core/events/hub.ts'
import { countStreams } from '#core/events/stream-room.ts'
import type { ApiOptions } from '#core/http/env.ts'
import type { RequestLimits } from '#core/http/middleware/limit-requests.ts'
import type { AllParts } from '#core/parts.ts'
import { startWorker } from '#core/worker/worker.ts'
import { contributions, loadFeatureRoutes, pages } from '#features/contributions.ts'
import { listen } from '#main/listen.ts'
import { createMetrics } from '#main/metrics.ts'
import { afterFile, fileDirectory } from './after-file.ts'
import { type Reach, testAccount, testContext } from './context.ts'
import { testConnection } from './database/database.ts'
import { createRequester } from './person.ts'

/** Signs cookies, and what features sign, in tests. */
export const testSecret = 'a secret of the tests, long enough to be one'

type Faults = Partial<Omit<EmulatorOptions, 'dataDir'>>

/** The fal emulator on loopback, stopped after the test file. */
export async function testEmulator(options: Faults = {}) {
  const dataDir = await fileDirectory('emulator')
  const emulator = await startEmulator({ dataDir, delayMs: 50, ...options })
  afterFile(() => emulator.stop())
  const stats = async () =>
    (await (await fetch(`${emulator.url}/stats`)).json()) as { submitted: number }
  return { url: emulator.url, stats }
}

/** What a test replaces, and how long requests of `/v1` wait for a result. */
export type ServerParts = Partial<AllParts> & Reach & { resultWaitMs?: number }

/** The whole server but its socket: app, worker, emulator, database. */
export async function testServer(
  faults: Faults = {},
  { resultWaitMs = 60_000, ...overrides }: ServerParts = {},
  limits: Partial<RequestLimits> = {},
  publicUrl = 'http://localhost:3000',
) {
  const emulator = await testEmulator(faults)
  const changes = await openChanges(await testConnection(), () => undefined)
  const hub = createHub(changes)
  const metrics = createMetrics({
    providers: ['fal'],
    figures: () => readFigures(context.database),
    added: contributions.metrics,
    database: () => context.database,
    connections: () => ({ open: 1, idle: 1, waiting: 0 }),
    streams: countStreams,
    storing: () => context.storing.state(),
  })
  const own = {
    queueUrl: emulator.url,
    changes,
    now: changes.now,
    meter: metrics.meter,
    sampleResults: true,
  }
  const context: AllParts = await testContext({ ...own, ...overrides })
  const worker = startWorker(context)
  changes.onDue(worker.nudge)
  const options: ApiOptions = {
    features: await loadFeatureRoutes(),
    pages,
    context,
    hub,
    mode: 'demo',
    publicUrl,
    publicUrlIsFixed: false,
    corsOrigins: new Set(),
    falQueueUrl: emulator.url,
    sessionSecret: testSecret,
    closing: new AbortController().signal,
    resultWaitMs,
    limits: { known: 1e6, anonymous: 1e6, signIn: 1e6, checks: 1e6, trustedProxies: 0, ...limits },
    isReady: async () => true,
    metrics: { read: metrics.read, token: undefined, isOpen: true },
  }
  const app = createApp(options, null)
  afterFile(async () => {
    await worker.stop()
    await changes.close()
  })
  return { app, context, emulator, options, worker }
}

/** A program with an API key that sends JSON requests to the app. */
export async function testClient(
  { app, context }: Awaited<ReturnType<typeof testServer>>,
  money = {},
) {
  const account = await testAccount(context, money)
  const key = await createApiKey(context, account.id, 'test')
  const request = createRequester(app, { authorization: `Bearer ${key}` })
  return { account, key, request }
}

/**
 * The whole server on a socket of loopback, for what only a real connection shows. `parts` may need
 * its address. `isOwnPublicUrl`: that address is also where browsers reach it.
 */
export async function listeningServer(
  parts: (url: string) => Partial<AllParts>,
  { isOwnPublicUrl = false, faults = {} }: { isOwnPublicUrl?: boolean; faults?: Faults } = {},
) {
  const listener = await listen(0, '127.0.0.1')
  afterFile(() => listener.close())
  const url = `http://127.0.0.1:${listener.port}`
  const server = await testServer(faults, parts(url), {}, ...(isOwnPublicUrl ? [url] : []))
  await listener.handle(getRequestListener(server.app.fetch))
  return { ...server, url }
}
