import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { startDemoCheckout } from '@atelier/demo-world/checkout'
import type { CheckoutSimulator } from '@atelier/demo-world/checkout-simulator'
import { kinds } from '#core/models/rules/kinds.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { webhookSecret } from '../money/events.ts'
import type { Options } from '../options.ts'
import type { KillTarget } from '../plan/plan.ts'
import { startCitus } from './citus.ts'
import { type Emulator, type ProviderJob, startEmulator } from './emulator.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { freePort, type Member, startMember } from './product.ts'
import { type SecondProvider, startSecondProvider } from './second-provider.ts'
import { type Storage, startStorage } from './storage.ts'
import { startThirdProvider, type ThirdProvider } from './third-provider.ts'

export type Kill = { target: KillTarget; name: string; at: number; backAt: number | null }

/** Everything that runs: PostgreSQL, three providers, webs and workers. */
export type World = {
  storage: Storage
  logs: string
  webs: string[]
  database: Database
  emulator: Emulator
  second: SecondProvider
  /** The jobs of all providers. */
  jobs(): Promise<ProviderJob[]>
  /**
   * A replacement for the payment provider's API. Nothing is paid there: the run sends the events
   * of payments itself.
   */
  checkoutSimulator: CheckoutSimulator
  kills: Kill[]
  /** Processes that ended without being killed. */
  crashes: string[]
  /** `kill -9`; resolves when the victim runs again. */
  kill(target: KillTarget, which: number): Promise<void>
  stop(): Promise<void>
}

/** How long a job takes at the provider, in ms. */
const jobTime = 300

/**
 * So many jobs at once that most wait a little in the provider's queue; stuck ones hold their place
 * till the deadline.
 */
function jobsAtOnce({ rate, deadline }: Options): number {
  return Math.ceil(2 + (rate * jobTime * 1.3) / 1000 + rate * 0.006 * deadline)
}

/** Starts the whole world below a directory of its own. */
export async function startWorld(options: Options, directory: string): Promise<World> {
  await chmod(directory, 0o755)
  const logs = path.join(directory, 'logs')
  await mkdir(logs)
  await mkdir(path.join(directory, 'tmp'))
  const closers: (() => Promise<void>)[] = []
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer().catch(() => undefined)
  }
  try {
    const postgres = options.citus
      ? await startCitus()
      : await startPostgres(path.join(directory, 'database'), path.join(logs, 'postgres.log'))
    closers.push(async () => {
      await postgres.stop()
      await rm(postgres.location, { recursive: true, force: true })
    })
    const emulator = await startEmulator({
      dataDir: path.join(directory, 'provider'),
      delayMs: jobTime,
      concurrency: jobsAtOnce(options),
      logFile: path.join(logs, 'provider.log'),
    })
    closers.push(emulator.stop)
    const second = await startSecondProvider(path.join(directory, 'models'), jobTime)
    closers.push(second.stop)
    const third = await startThirdProvider(jobTime)
    closers.push(third.stop)
    const stripe = {
      secretKey: 'sk_of_this_run',
      webhookSecret,
      webhookUrl: 'http://127.0.0.1:1',
      pagesUrl: 'http://pay.invalid',
    }
    const checkout = await startDemoCheckout(stripe)
    closers.push(checkout.stop)
    const database = openDatabase(postgres.connection, () => undefined, 4)
    closers.push(() => database.destroy())
    const storage = await startStorage(options.storage, path.join(directory, 'data', 'media'))
    closers.push(storage.stop)
    const crashes: string[] = []
    const payments = { secretKey: stripe.secretKey, apiUrl: checkout.apiUrl }
    const members = await startMembers(options, {
      ...{ directory, logs, postgres, emulator, second, third, storage, crashes, payments },
    })
    closers.push(async () => void (await Promise.all(members.map((member) => member.stop()))))
    const kills: Kill[] = []
    return {
      storage,
      logs,
      webs: members.flatMap(({ url }) => url ?? []),
      database,
      emulator,
      second,
      jobs: async () => [...(await emulator.jobs()), ...second.jobs(), ...third.jobs()],
      checkoutSimulator: checkout.simulator,
      kills,
      crashes,
      kill: (target, which) => killOne({ members, postgres, kills }, target, which),
      stop: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Parts = {
  directory: string
  logs: string
  postgres: Postgres
  emulator: Emulator
  second: SecondProvider
  third: ThirdProvider
  storage: Storage
  crashes: string[]
  payments: { secretKey: string; apiUrl: string }
}

async function startMembers({ webs, workers, deadline }: Options, parts: Parts): Promise<Member[]> {
  const { directory, logs, postgres, emulator, second, third, storage, crashes, payments } = parts
  const ports = await Promise.all(Array.from({ length: webs }, freePort))
  const env = {
    ATELIER_MODE: 'production',
    PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
    DATA_DIR: path.join(directory, 'data'),
    // A process that is killed leaves its temporary files behind.
    TMPDIR: path.join(directory, 'tmp'),
    DATABASE_URL: postgres.url,
    SESSION_SECRET: 'a secret for this run alone, long enough to be one',
    GOOGLE_CLIENT_ID: 'unused',
    GOOGLE_CLIENT_SECRET: 'unused',
    STRIPE_SECRET_KEY: payments.secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_URL: payments.apiUrl,
    ADMIN_EMAILS: 'operator@example.com',
    ...{
      START_BURST: '100000',
      STARTS_PER_MINUTE: '100000',
      KEY_START_BURST: '100000',
      KEY_STARTS_PER_MINUTE: '100000',
    },
    REQUESTS_PER_MINUTE: '1000000',
    FAL_KEY: 'chaos',
    FAL_QUEUE_URL: emulator.url,
    FAL_REST_URL: emulator.url,
    FAL_JWKS_URL: `${emulator.url}/.well-known/jwks.json`,
    FAL_SUBMIT_TIMEOUT_MS: '1500',
    DEADLINES: JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, deadline]))),
    ...storage.environment,
    ...second.environment,
    ...third.environment,
    LOG_LEVEL: 'info',
  }
  const start = (name: string, role: 'web' | 'worker', port: number, works = false) =>
    startMember({
      name,
      role,
      works,
      port,
      env,
      logs,
      onEnd: (reason) => void crashes.push(`${name}: ${reason}`),
    })
  const started = await Promise.all(
    ports.map((port, index) => start(`web-${index + 1}`, 'web', port, index === 0)),
  )
  const working = Array.from({ length: workers }, (_, index) =>
    start(`worker-${index + 1}`, 'worker', 0),
  )
  return [...started, ...(await Promise.all(working))]
}

type Victims = { members: Member[]; postgres: Postgres; kills: Kill[] }

async function killOne(
  { members, postgres, kills }: Victims,
  target: KillTarget,
  which: number,
): Promise<void> {
  const member = members.filter(({ role }) => role === target)[which]
  const kill: Kill = { target, name: member?.name ?? target, at: Date.now(), backAt: null }
  kills.push(kill)
  await (target === 'postgres' ? postgres.kill() : member?.kill())
  kill.backAt = Date.now()
}
