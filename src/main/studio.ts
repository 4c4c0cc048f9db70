import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { createApp } from '#api/app.ts'
import { createHub } from '#api/events/hub.ts'
import { readWebFiles } from '#api/web/web-files.ts'
import { createFal, type FalOptions } from '#providers/fal/fal.ts'
import { createOpenIdProvider } from '#providers/identity/openid.ts'
import { createBackground } from '#services/background.ts'
import type { ServiceContext } from '#services/context.ts'
import type { Storage } from '#storage/storage.ts'
import { startChores } from '#worker/chores.ts'
import { startWorker } from '#worker/worker.ts'
import type { Config } from './config.ts'
import { type Data, openData } from './data.ts'
import { createDemoAccount, recordSamples } from './demo/demo-account.ts'
import { identityPath, startDemoEngine, startDemoIdentity } from './demo/demo-world.ts'
import { type Handler, type Listener, listen } from './listen.ts'
import { createMetrics } from './metrics/metrics.ts'
import { sessionSecret } from './session-secret.ts'
import { openStorage } from './storage/open-storage.ts'
import { webhookBase } from './webhook-base.ts'

export type Studio = { url: string; databasePlace: string; stop(): Promise<void> }

const webDirectory = path.join(import.meta.dirname, '../../dist/web')

/** Wires everything together and starts it: web, worker, or both, as the configuration says. */
export async function startStudio(config: Config, log: Logger, onLost: (reason: string) => void): Promise<Studio> {
  const closers: (() => Promise<void>)[] = []
  const closing = new AbortController()
  const listener = config.ATELIER_ROLE === 'worker' ? null : await listen(config.PORT, config.HOST)
  const stop = async () => {
    closing.abort()
    await listener?.close()
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const url = config.fixedPublicUrl ?? `http://localhost:${listener?.port ?? config.PORT}`
    const data = await openData(config, log, onLost)
    closers.push(() => data.close())
    const engine = config.usesDemoEngine ? await startDemoEngine(config) : null
    if (engine) closers.push(() => engine.stop())

    const secret = await sessionSecret(config)
    const identity = config.usesDemoIdentity ? await startDemoIdentity(url, secret) : null
    const storage = await openStorage(config, { url, secret })
    const context = makeContext(config, log, data, { url, engineUrl: engine?.url, identity, storage })
    if (config.ATELIER_MODE === 'demo') closers.push(await furnishDemo(context))
    if (config.ATELIER_ROLE !== 'web') closers.push(startWork(context, data))
    const parts = { context, data, url, secret, demoIdentity: identity?.handle, closing: closing.signal }
    if (listener) await serve(config, listener, parts)
    return { url, databasePlace: data.place, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type ContextParts = {
  url: string
  storage: Storage
  engineUrl: string | undefined
  identity: { issuer: string; client: { id: string; secret: string } } | null
}

function makeContext(config: Config, log: Logger, data: Data, parts: ContextParts): ServiceContext {
  const { url, engineUrl, identity, storage } = parts
  return {
    database: data.database,
    changes: data.changes,
    provider: createFal(falOptions(config, engineUrl)),
    identity: createOpenIdProvider({
      issuer: identity?.issuer ?? config.OIDC_ISSUER,
      clientId: identity?.client.id ?? config.GOOGLE_CLIENT_ID ?? '',
      clientSecret: identity?.client.secret ?? config.GOOGLE_CLIENT_SECRET ?? '',
    }),
    storage,
    background: createBackground(log),
    log,
    meter: createMetrics().meter,
    prices: config.prices,
    deadlines: config.deadlines,
    webhookBase: webhookBase(url, {
      isFixed: config.fixedPublicUrl !== undefined,
      queueUrl: engineUrl ?? config.FAL_QUEUE_URL,
    }),
    autoRefund: config.AUTO_REFUND,
    sampleResults: config.usesDemoEngine,
    signupCredits: config.SIGNUP_CREDITS,
  }
}

function falOptions(config: Config, engineUrl: string | undefined): FalOptions {
  const restUrl = engineUrl ?? config.FAL_REST_URL
  return {
    key: config.FAL_KEY ?? 'demo',
    queueUrl: engineUrl ?? config.FAL_QUEUE_URL,
    restUrl,
    jwksUrl: engineUrl || !config.FAL_JWKS_URL ? `${restUrl}/.well-known/jwks.json` : config.FAL_JWKS_URL,
    userId: config.FAL_USER_ID,
    submitTimeout: config.FAL_SUBMIT_TIMEOUT_MS,
  }
}

type Serving = {
  context: ServiceContext
  data: Data
  url: string
  secret: string
  demoIdentity: Handler | undefined
  closing: AbortSignal
}

async function serve(config: Config, listener: Listener, parts: Serving): Promise<void> {
  const { context, data, url, secret, demoIdentity, closing } = parts
  const options = {
    context,
    hub: createHub(data.changes),
    mode: config.ATELIER_MODE,
    publicUrl: url,
    publicUrlIsFixed: config.fixedPublicUrl !== undefined,
    sessionSecret: secret,
    falQueueUrl: config.FAL_QUEUE_URL,
    closing,
    isReady: () => sql`select 1`.execute(data.database).then(() => true),
  }
  const web = await readWebFiles(webDirectory).catch(() => null)
  const app = getRequestListener(createApp(options, web).fetch)
  listener.handle((request, response) =>
    demoIdentity && request.url?.startsWith(identityPath) ? demoIdentity(request, response) : app(request, response),
  )
}

function startWork(context: ServiceContext, data: Data): () => Promise<void> {
  const worker = startWorker(context)
  const chores = startChores(context)
  data.changes.onDue(worker.nudge)
  return async () => {
    await Promise.all([worker.stop(), chores.stop()])
    await context.background.stop()
  }
}

/** The demo account is there before anybody can sign in; its pictures follow while the studio already runs. */
async function furnishDemo(context: ServiceContext): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const accountId = await createDemoAccount(context)
  const samples = accountId ? recordSamples(context, accountId, stopping.signal) : Promise.resolve()
  const finished = samples.catch((error: unknown) => {
    context.log.error({ reason: String(error) }, 'the sample records are not complete')
  })
  return () => {
    stopping.abort()
    return finished
  }
}
