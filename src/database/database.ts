import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** How to reach PostgreSQL: a URL, or the parts (a directory as `host` means its unix socket). */
export type Connection =
  | { url: string }
  | { host: string; port: number; user: string; password?: string; database: string }

const int8 = 20

/** Counts and sizes are far below 2^53, so `bigint` may be a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** Options for a `pg` client of this connection. */
export function clientOptions(connection: Connection): pg.ClientConfig {
  const parts = 'url' in connection ? { connectionString: connection.url } : connection
  return {
    ...parts,
    types,
    application_name: 'atelier',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 10_000,
  }
}

/** Opens a pool. A restart of PostgreSQL ends its idle connections, not this process. */
export function openDatabase(
  connection: Connection,
  onError: (error: Error) => void,
  connections = 12,
): Database {
  return databaseOver(new pg.Pool({ ...clientOptions(connection), max: connections }), onError)
}

/**
 * One connection whose statements may take long; when `signal` fires it breaks, and whoever waits
 * on it hears so.
 */
export function openLongRunningDatabase(
  connection: Connection,
  onError: (error: Error) => void,
  signal: AbortSignal,
): Database {
  const pool = new pg.Pool({ ...clientOptions(connection), max: 1 })
  pool.on('connect', (client) => {
    const end = () => client.connection.stream.destroy()
    signal.addEventListener('abort', end, { once: true })
    client.on('end', () => signal.removeEventListener('abort', end))
    if (signal.aborted) end()
  })
  return databaseOver(pool, onError)
}

/**
 * How long one statement of a serving process may take, in ms. PostgreSQL ends it first; we, when
 * nothing comes.
 */
export type StatementLimits = { server: number; client: number }

const servingLimits: StatementLimits = { server: 30_000, client: 40_000 }

/**
 * A pool for a process that serves people: nothing may hang. PostgreSQL ends a statement that takes
 * too long, and a transaction whose owner fell silent; a connection over which no answer comes is
 * given up and never lent again.
 */
export function openServingPool(
  connection: Connection,
  onError: (error: Error) => void,
  { connections = 12, limits = servingLimits } = {},
): pg.Pool {
  const options = { ...clientOptions(connection), max: connections, query_timeout: limits.client }
  const pool = new pg.Pool(options)
  // As statements, not as start options, which connection poolers refuse. No statement here runs
  // for so long that compiling it would pay, however large a table is thought to be.
  const settings = `set jit = off; set statement_timeout = ${limits.server};
    set idle_in_transaction_session_timeout = ${limits.server}`
  pool.on('connect', (client) => void client.query(settings).catch(onError))
  return pool
}

/** How long PostgreSQL may take to answer whether it is there, in ms. */
const readyTime = 1_000

/**
 * Does PostgreSQL answer? Throws when it does not, or not in time; then the connection that was
 * silent is closed, so that each further question tries another one.
 */
export async function isReachable(pool: pg.Pool): Promise<true> {
  await pool.query({ text: 'select 1', query_timeout: readyTime } as pg.QueryConfig)
  return true
}

/** The database behind a pool. */
export function databaseOver(pool: pg.Pool, onError: (error: Error) => void): Database {
  // A connection can break while it is lent, between two statements: unheard, that would end the
  // process.
  pool.on('connect', (client) => client.on('error', onError))
  // The pool repeats what its idle connections said.
  pool.on('error', () => undefined)
  const statementName = statementNames()
  const lending: PostgresPool = {
    connect: async () => lend(await pool.connect(), statementName),
    end: () => pool.end(),
    options: pool.options,
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lending }) })
}

/**
 * Lists of every length make ever new texts; each name costs the server memory, on every
 * connection.
 */
const maxNames = 200

/**
 * The name of a statement, so that each connection plans it once: planning the charge costs the
 * server more than running it. The same text has the same name; `undefined` once there are too
 * many.
 */
type StatementName = (text: string) => string | undefined

/** The names of the statements of one pool. */
function statementNames(): StatementName {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const name = `atelier_${names.size + 1}`
    names.set(text, name)
    return name
  }
}

const outdatedPlan = '0A000'

/** States with which PostgreSQL closes the connection. */
const closing = /^(57P|08|25P0[34])/

/**
 * `pg` lends a connection again that PostgreSQL is just closing, and one whose last query got no
 * answer, so that everybody after would wait behind that query. Here a connection that failed is
 * not lent again, nor one whose plans a migration made useless.
 */
function lend(client: pg.PoolClient, statementName: StatementName): PostgresPoolClient {
  let broken: unknown
  const query = async (text: string, values: unknown[]) => {
    if (broken) throw broken
    const name = values.length > 0 ? statementName(text) : undefined
    try {
      return await client.query({ text, values, ...(name && { name }) })
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (!code || code === outdatedPlan || closing.test(code)) broken = error
      throw error
    }
  }
  return {
    // We use no cursors.
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard) => client.release(Boolean(broken) || discard),
  }
}

/**
 * For a database of one connection that is about to read whole tables: it takes one processor and
 * leaves the others to those who wait.
 */
export async function prepareForScans(database: Database): Promise<void> {
  await sql`set max_parallel_workers_per_gather = 0`.execute(database)
}

/**
 * Does the work unless another process is at it under the same name: then it does nothing and
 * answers `false`. A process that dies frees its name, because PostgreSQL then ends its session.
 */
export async function runAlone(
  database: Database,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return database.connection().execute(async (session) => {
    const key = sql`hashtextextended(${`atelier ${name}`}, 0)`
    const { rows } = await sql<{
      free: boolean
    }>`select pg_try_advisory_lock(${key}) as free`.execute(session)
    if (!rows[0]?.free) return false
    try {
      await work()
      return true
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(session)
    }
  })
}

/** Did a statement fail because of this unique constraint or index? */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: name } = error as { code?: string; constraint?: string }
  return code === '23505' && name === constraint
}
