import { hostname } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { deriveIdentityKey } from '#core/accounts/sign-in/tokens.ts'
import { createOperatorApp } from '#core/admin/operator-routes.ts'
import { readFigures } from '#core/admin/overview-queries.ts'
import { createApp } from '#core/api/app.ts'
import { createHub, type Hub } from '#core/events/hub.ts'
import { countStreams } from '#core/events/stream-room.ts'
import { createProviderHealth } from '#core/generations/steps/provider-health.ts'
import {
  createStoringLimiter,
  type StoringLimiter,
} from '#core/generations/steps/storing-limiter.ts'
import type { ApiOptions } from '#core/http/env.ts'
import { createBackground } from '#core/jobs/background.ts'
import { createLocalWorker } from '#core/jobs/local-worker.ts'
import { undoTime } from '#core/jobs/retention-rules.ts'
import type { Meter } from '#core/meter.ts'
import { followModels } from '#core/models/model-registry.ts'
import { UnreadableModels } from '#core/models/sync-files.ts'
import { readWebFiles } from '#core/pages/web-files.ts'
import type { WebFiles } from '#core/pages/web-routes.ts'
import { createParserPool } from '#core/parsers/parser-pool.ts'
import type { AllParts, Parts } from '#core/parts.ts'
import { createSigning } from '#core/provenance/signing.ts'
import {
  followSettings,
  InvalidSettingsFile,
  type SettingsReader,
} from '#core/settings/studio-settings.ts'
import { startScheduledJobs } from '#core/worker/scheduled-jobs.ts'
import { startWorker } from '#core/worker/worker.ts'
import { contributions, loadFeatureRoutes, pages } from '#features/contributions.ts'
import type { Storage, StorageCall } from '#platform/storage/storage.ts'
import { watchStorage } from '#platform/storage/watch-storage.ts'
import { setTracer } from '#platform/telemetry/tracing.ts'
import type { Payments } from '#providers/payments/payments.ts'
import { createProviders } from '#providers/registry.ts'
import { openMail, openPayments, openProviders, openStorage, sessionSecret } from './adapters.ts'
import { type Config, ConfigError, listProblems } from './config.ts'
import { type OpenDatabase, openData } from './data.ts'
import { createDemoAccount, recordSamples } from './demo/demo-account.ts'
import { identityPath, startDemoEmulator, startDemoIdentity } from './demo/demo-world.ts'
import { CannotStart, type Handler, type Listener, listen } from './listen.ts'
import type { ServerLog } from './logger.ts'
import { createMetrics, type Metrics, type Sources } from './metrics.ts'
import { findUnknownModelNames } from './model-names.ts'
import { type PageRenderer, startPageRenderer } from './page-renderer.ts'
import { createSignInMethods } from './sign-in-methods.ts'
import { version } from './version.ts'
import { startWatchdog } from './watchdog.ts'

export type RunningServer = { url: string; databasePlace: string; stop(): Promise<void> }

const webDirectory = path.join(import.meta.dirname, '../../dist/web')

/** Creates and starts everything: web, worker, or both, as configured. */
export async function startServer(
  config: Config,
  { log, destination }: Pick<ServerLog, 'log' | 'destination'>,
  onLost: (reason: string) => void,
): Promise<RunningServer> {
  const closers: (() => Promise<void>)[] = []
  const closing = new AbortController()
  const isWorkerAlone = config.ATELIER_ROLE === 'worker'
  const web = isWorkerAlone ? null : await readPages(config, log)
  const port = isWorkerAlone ? config.METRICS_PORT : config.PORT
  const listener = port === undefined ? null : await listen(port, config.HOST)
  const stop = async () => {
    closing.abort()
    await listener?.close()
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    closers.push(await traceProcess(config, log))
    const url =
      config.fixedPublicUrl ?? `http://localhost:${isWorkerAlone ? config.PORT : listener?.port}`
    const data = await openData(config, log, onLost)
    closers.push(() => data.close())
    const emulator = config.usesEmulator ? await startDemoEmulator(config) : null
    if (emulator) closers.push(() => emulator.stop())

    const secret = await sessionSecret(config)
    const identity = config.usesDemoIdentity ? await startDemoIdentity(url, secret) : null
    const selling = await openPayments(config, { url, secret, port: listener?.port })
    closers.push(selling.stop)
    const onOutage = (reason: string) => log.error({ reason }, 'storage unavailable at start')
    const hub = createHub(data.changes)
    const storing = createStoringLimiter()
    const metrics = createMetrics(metricSources(config, data, storing))
    const { meter } = metrics
    // 0: never.
    const limitMs = config.EVENT_LOOP_LIMIT * 1_000 || null
    closers.push(startWatchdog({ log, meter, limitMs, destination, database: data.direct }))
    const storage = watchStorage(
      await openStorage(config, { url, secret, onOutage }),
      observeStorage(meter, storing),
    )
    const { payments } = selling
    const mail = await openMail(config, url)
    const settings = await openSettings({ contributions, database: data.database, log }, config)
    closers.push(settings.stop)
    const adapters = { identity, payments, mail, storage, settings }
    const context = makeContext(config, log, data, {
      ...{ url, secret, emulatorUrl: emulator?.url, ...adapters, storing, meter },
    })
    const models = await openModels(context, config)
    closers.push(models.stop)
    const unknownNames = findUnknownModelNames(config)
    if (unknownNames.length > 0) throw new ConfigError(listProblems(unknownNames))
    if (config.ATELIER_MODE === 'demo')
      closers.push(await prepareDemo(context, config.MOCK_SAMPLES))
    closers.push(async () => {
      data.endLongRunningConnection()
      await context.background.stop()
      context.parsers.stop()
      await context.signing.stop()
    })
    if (config.ATELIER_ROLE !== 'web') closers.push(startWorkerProcess(context, data))
    const watched = operatorOptions(config, data, metrics)
    const demoPages: [string, Handler][] = identity
      ? [[identityPath, identity.handle], ...selling.pages]
      : selling.pages
    const renderer = web && (await startPageRenderer(webDirectory, log))
    if (renderer) closers.push(renderer.stop)
    const parts = { context, hub, watched, url, secret, demoPages, web, renderer }
    const serving = { ...parts, closing: closing.signal }
    if (isWorkerAlone) await listener?.handle(getRequestListener(createOperatorApp(watched).fetch))
    else if (listener) await serve(config, listener, serving)
    return { url, databasePlace: data.place, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Records spans where an OTLP endpoint is configured; loads nothing elsewhere. */
async function traceProcess(config: Config, log: Logger): Promise<() => Promise<void>> {
  if (!config.tracing) return async () => undefined
  const { startTracing } = await import('./open-telemetry.ts')
  const { tracer, stop } = await startTracing(
    config.tracing,
    {
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'atelier.role': config.ATELIER_ROLE,
    },
    (error) => log.warn({ err: error }, 'spans could not be sent'),
  )
  setTracer(tracer)
  return async () => {
    setTracer(null)
    await stop()
  }
}

/** Follows the settings. An invalid file stops the start, as other configuration does. */
function openSettings(context: Parts<'contributions' | 'database' | 'log'>, { settings }: Config) {
  return followSettings(context, settings).catch((error: unknown) => {
    throw error instanceof InvalidSettingsFile ? new ConfigError(error.message) : error
  })
}

/** Follows the models. A directory that cannot be read stops the start, as a settings file does. */
function openModels(context: AllParts, { modelsDir: directory }: Config) {
  return followModels(context, { directory }).catch((error: unknown) => {
    throw error instanceof UnreadableModels ? new ConfigError(error.message) : error
  })
}

type ContextParts = {
  url: string
  secret: string
  storage: Storage
  storing: StoringLimiter
  meter: Meter
  emulatorUrl: string | undefined
  identity: { issuer: string; client: { id: string; secret: string } } | null
  payments: Payments | null
  mail: AllParts['mail']
  settings: SettingsReader
}

function makeContext(
  config: Config,
  log: Logger,
  data: OpenDatabase,
  parts: ContextParts,
): AllParts {
  const { url, secret, emulatorUrl, identity, payments, mail, storage, storing, meter } = parts
  return {
    settings: parts.settings,
    database: data.database,
    openLongRunningConnection: data.openLongRunningConnection,
    changes: data.changes,
    now: data.changes.now,
    localWorker: createLocalWorker(),
    providerHealth: createProviderHealth(),
    providers: openProviders(config, { url, emulatorUrl }),
    signInMethods: createSignInMethods(config, identity),
    payments,
    mail,
    url,
    storage,
    storing,
    background: createBackground(log),
    parsers: createParserPool({ meter }),
    signing: createSigning(
      { database: data.database, settings: parts.settings },
      config.provenance,
    ),
    version,
    log,
    meter,
    deadlines: config.deadlines,
    endpoints: config.ENDPOINT_OVERRIDES ?? {},
    autoRefund: config.AUTO_REFUND,
    undoTime,
    sampleResults: config.usesEmulator,
    foreignFiles: { allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES },
    rates: config.rates,
    identityKey: deriveIdentityKey(config.IDENTITY_SECRET ?? secret),
    admins: config.admins,
    contributions,
  }
}

function metricSources(config: Config, data: OpenDatabase, storing: StoringLimiter): Sources {
  const figures = () => readFigures(data.database)
  const providers = createProviders(config).map(({ id }) => id)
  return {
    providers,
    figures,
    added: contributions.metrics,
    database: () => data.database,
    connections: data.connections,
    streams: countStreams,
    storing: storing.state,
  }
}

/** Counts and times every call to storage, and adapts the limiter. */
function observeStorage(meter: Meter, storing: StoringLimiter): (call: StorageCall) => void {
  return (call) => {
    const { operation, ms, error } = call
    storing.observe(call)
    meter.observe(
      'atelier_storage_seconds',
      { operation, outcome: error ? 'failed' : 'done' },
      ms / 1000,
    )
    if (error) meter.count('atelier_storage_errors_total', { operation })
  }
}

type OperatorOptions = Pick<ApiOptions, 'isReady' | 'metrics'>

/** The operator endpoints of this process. */
function operatorOptions(config: Config, data: OpenDatabase, { read }: Metrics): OperatorOptions {
  return {
    isReady: data.isReachable,
    metrics: { read, token: config.METRICS_TOKEN, isOpen: config.ATELIER_MODE === 'demo' },
  }
}

type Serving = {
  context: AllParts
  hub: Hub
  watched: OperatorOptions
  url: string
  secret: string
  /** The demo's own pages, by their path. */
  demoPages: [path: string, handle: Handler][]
  /** The built pages; without them only the API answers. */
  web: WebFiles | null
  /** Renders pages with their data; without the built pages there is none. */
  renderer: PageRenderer | null
  closing: AbortSignal
}

/**
 * Reads the built pages. Without them a production server does not start; a demo serves its API
 * alone, as during development of the pages.
 */
export async function readPages(
  { ATELIER_MODE: mode }: Pick<Config, 'ATELIER_MODE'>,
  log: Pick<Logger, 'warn'>,
  directory = webDirectory,
): Promise<WebFiles | null> {
  try {
    return await readWebFiles(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    if (mode === 'production')
      throw new CannotStart(`The pages are not built: there is no ${directory}. Run: npm run build`)
    log.warn({ directory }, 'pages are not built')
    return null
  }
}

async function serve(config: Config, listener: Listener, parts: Serving): Promise<void> {
  const { context, hub, watched, url, secret, demoPages, web, renderer, closing } = parts
  const options = {
    ...watched,
    context,
    hub,
    mode: config.ATELIER_MODE,
    publicUrl: url,
    publicUrlIsFixed: config.fixedPublicUrl !== undefined,
    corsOrigins: config.CORS_ORIGINS,
    sessionSecret: secret,
    falQueueUrl: config.FAL_QUEUE_URL,
    limits: config.limits,
    resultWaitMs: 5 * 60_000,
    closing,
    features: await loadFeatureRoutes(),
    pages,
  }
  const app = getRequestListener(createApp(options, web, renderer?.render).fetch)
  await listener.handle((request, response) => {
    const [, handle] = demoPages.find(([path]) => request.url?.startsWith(`${path}/`)) ?? []
    return (handle ?? app)(request, response)
  })
}

function startWorkerProcess(context: AllParts, data: OpenDatabase): () => Promise<void> {
  const worker = startWorker(context)
  const scheduledJobs = startScheduledJobs(context)
  data.changes.onDue(worker.nudge)
  return async () => {
    data.endLongRunningConnection()
    // Their last steps may add background tasks, which are short.
    await Promise.all([context.background.stop(), worker.stop(), scheduledJobs.stop()])
    await context.background.stop()
  }
}

/**
 * Creates the demo account before the first sign-in; its samples follow while the server already
 * runs.
 */
async function prepareDemo(context: AllParts, withSamples: boolean): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const accountId = await createDemoAccount(context)
  const isWanted = accountId !== null && withSamples
  const samples = isWanted ? recordSamples(context, accountId, stopping.signal) : Promise.resolve()
  const finished = samples.catch((error: unknown) => {
    context.log.error({ err: error }, 'sample records are incomplete')
  })
  return () => {
    stopping.abort()
    return finished
  }
}
