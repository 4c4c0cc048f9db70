import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { schema } from '#features/contributions.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#platform/database/migrate.ts'
import { execute, named } from '#testing/database/postgres.ts'
import { urlOf } from '#testing/database/url-of.ts'
import { end, freePort, temporaryFolder, track } from './processes.ts'
import { type Provider, startProvider } from './provider.ts'

/** The running product, its database and provider, and API keys of the first accounts. */
export type Setup = AsyncDisposable & {
  url: string
  /** Of the product's processes, in the order of the roles. */
  pids: number[]
  /** Ends a process as an operator would, and starts it again, from the source at `root`. */
  restart(index: number, root?: string): Promise<void>
  database: Database
  provider: Provider
  keys: string[]
}

type Options = {
  accounts: number
  /** One process each, with its own port of `ports` or all with the same one. */
  roles: ('all' | 'web' | 'worker')[]
  ports?: number[]
  environment?: Record<string, string>
  /** The source that the processes are started from; by default this repository. */
  root?: string
  /** Fills the database before the product starts. */
  fill?(database: Database): Promise<unknown>
}

const repository = path.join(import.meta.dirname, '../../..')
const unlimited = '100000000'

/** Starts the product as in production, on a database and a data directory of its own. */
export async function openSetup(server: PostgresServer, options: Options): Promise<Setup> {
  const { accounts, roles, environment = {}, fill, root = repository } = options
  const { ports = Array<number>(roles.length).fill(await freePort()) } = options
  const stack = new AsyncDisposableStack()
  const { url: databaseUrl, database } = stack.use(await createDatabase(server, accounts))
  await fill?.(database)
  const keys = await createKeys(database, Math.min(accounts, 300))
  const provider = stack.use(await startProvider())
  const url = `http://127.0.0.1:${ports[0]}`
  const dataDir = temporaryFolder()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    // An operator's own .env must not change the figures.
    ENV_FILE: '',
    ATELIER_MODE: 'production',
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    // A process that is killed leaves its temporary files behind.
    TMPDIR: dataDir,
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a secret of the benchmark, long enough to be one',
    GOOGLE_CLIENT_ID: 'bench',
    GOOGLE_CLIENT_SECRET: 'bench',
    // A benchmark starts more for an account than people may. The limits are checked all the same.
    START_BURST: unlimited,
    STARTS_PER_MINUTE: unlimited,
    KEY_START_BURST: unlimited,
    KEY_STARTS_PER_MINUTE: unlimited,
    REQUESTS_PER_MINUTE: unlimited,
    ANONYMOUS_REQUESTS_PER_MINUTE: unlimited,
    FAL_KEY: 'bench',
    FAL_QUEUE_URL: provider.url,
    FAL_REST_URL: provider.url,
    FAL_JWKS_URL: `${provider.url}/.well-known/jwks.json`,
    ...environment,
  }
  let starts = 0
  const start = (index: number, cwd: string) => {
    const own = { PORT: String(ports[index]), ATELIER_ROLE: roles[index] }
    return startProcess(cwd, { ...env, ...own }, path.join(dataDir, `process-${++starts}.log`))
  }
  const children = await Promise.all(roles.map((_, index) => start(index, root)))
  stack.defer(async () => {
    await Promise.all(children.map((child) => end(child)))
  })
  const restart = async (index: number, newRoot = root) => {
    const child = children[index]
    if (child) await end(child, 60_000)
    children[index] = await start(index, newRoot)
  }
  const pids = children.map(({ pid }) => pid ?? 0)
  const dispose = () => stack.disposeAsync()
  return { url, pids, restart, database, provider, keys, [Symbol.asyncDispose]: dispose }
}

/** Its log goes to a file: reading it must not cost the benchmark anything. */
async function startProcess(
  cwd: string,
  env: NodeJS.ProcessEnv,
  logFile: string,
): Promise<ChildProcess> {
  const log = openSync(logFile, 'a')
  const stdio = ['ignore', log, log, 'ipc'] as const
  const child = track(
    spawn(process.execPath, ['src/main/server.ts'], { cwd, env, stdio: [...stdio] }),
  )
  closeSync(log)
  const ended = once(child, 'exit')
  for (;;) {
    const text = await readFile(logFile, 'utf8')
    if (/^ {2}Database /m.test(text)) return child
    if (child.exitCode !== null) throw new Error(`The product ended before it was ready:\n${text}`)
    await Promise.race([ended, delay(20)])
  }
}

/** A PostgreSQL to measure on: `url` names its maintenance database. */
export type PostgresServer = AsyncDisposable & { url: string; place: 'embedded' | 'DATABASE_URL' }

/**
 * Opens the server that `DATABASE_URL` names, or one of our own with the product's own settings,
 * removed afterwards.
 */
export async function openPostgres(): Promise<PostgresServer> {
  const url = process.env.DATABASE_URL
  if (url) return { url, place: 'DATABASE_URL', [Symbol.asyncDispose]: async () => undefined }

  const log = () => undefined
  const postgres = await startEmbeddedPostgres({ dataDir: temporaryFolder(), log })
  const stop = async () => {
    await postgres.stop()
    await rm(postgres.location, { recursive: true, force: true, maxRetries: 5 })
  }
  return { url: urlOf(postgres.connection), place: 'embedded', [Symbol.asyncDispose]: stop }
}

export type BenchDatabase = AsyncDisposable & { url: string; database: Database }

/**
 * Creates a database of its own on the server, with the product's schema and paid accounts 1 to
 * `accounts` rich in credits; dropped afterwards.
 */
export async function createDatabase(
  server: PostgresServer,
  accounts: number,
): Promise<BenchDatabase> {
  const name = `atelier_bench_${randomBytes(4).toString('hex')}`
  await execute({ url: server.url }, `create database ${name}`)
  const own = named({ url: server.url }, name)
  const url = 'url' in own ? own.url : ''
  const database = openDatabase({ url }, () => undefined, 2)
  await migrate(database, schema)
  await insertAccounts(database, accounts)
  const drop = async () => {
    await database.destroy()
    await execute({ url: server.url }, `drop database ${name} with (force)`)
  }
  return { url, database, [Symbol.asyncDispose]: drop }
}

/** Inserts accounts 1 to `count`, paid and rich in credits. */
export async function insertAccounts(database: Database, count: number): Promise<void> {
  await sql`insert into account (id, email, has_paid, credits, last_entry)
    select lpad(to_hex(n), 32, '0')::uuid, n || '@example.com', true, 1000000000, 1
    from generate_series(1, ${count}::integer) as n`.execute(database)
  await sql`insert into account_name (name, account_id) select 'email ' || email, id from account`.execute(
    database,
  )
  await sql`insert into credit_entry (account_id, number, reason, credits, balance_after)
    select id, 1, 'grant', credits, credits from account`.execute(database)
  await sql`analyze account`.execute(database)
}

/** Returns the id of the benchmark's nth account, from 1. pgbench computes the same one. */
export function accountId(n: number): string {
  return n
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Creates API keys of accounts 1 to `count`. */
async function createKeys(database: Database, count: number): Promise<string[]> {
  const keys = []
  for (let n = 1; n <= count; n++)
    keys.push(await createApiKey({ database }, accountId(n), 'bench'))
  return keys
}
