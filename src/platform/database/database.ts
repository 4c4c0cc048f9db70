import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { DistributedDialect, readMark } from './distributed/accounts-shard.ts'
import { createShardRunner, type ShardRunner, shardCall } from './distributed/run-on-shard.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/**
 * How to reach PostgreSQL: a URL, or the parts (a directory as `host` means its unix socket).
 * `isDistributed`: behind it a Citus cluster has the accounts distributed.
 */
export type Connection = (
  | { url: string }
  | { host: string; port: number; user: string; password?: string; database: string }
) & { isDistributed?: boolean }

const int8 = 20

/** Counts and sizes are far below 2^53, so `bigint` is read as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** Options for a `pg` client of this connection. */
export function clientOptions({ isDistributed: _, ...connection }: Connection): pg.ClientConfig {
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

/** Opens a pool. A restart of PostgreSQL breaks its idle connections, not this process. */
export function openDatabase(
  connection: Connection,
  onError: (error: Error) => void,
  connections = 12,
): Database {
  const pool = new pg.Pool({ ...clientOptions(connection), max: connections })
  return databaseOver(pool, onError, connection)
}

/**
 * Opens one connection without a statement timeout; when `signal` aborts it is closed, and pending
 * statements fail.
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
  return databaseOver(pool, onError, connection)
}

/**
 * Statement timeouts of a serving process, in ms. PostgreSQL applies `server`; we apply `client`
 * where no answer comes.
 */
export type StatementLimits = { server: number; client: number }

const servingLimits: StatementLimits = { server: 30_000, client: 40_000 }

/**
 * Opens a pool for a serving process, where nothing may hang. PostgreSQL ends slow statements and
 * idle transactions; a connection without answers is closed and not reused. `isPooled`: behind a
 * pooler of transactions, whose sessions are not ours, so that their settings are the pooler's.
 */
export function openServingPool(
  connection: Connection,
  onError: (error: Error) => void,
  { connections = 12, limits = servingLimits, isPooled = false } = {},
): pg.Pool {
  const options = { ...clientOptions(connection), max: connections, query_timeout: limits.client }
  const pool = new pg.Pool(options)
  if (isPooled) return pool
  // Without JIT, because no statement here runs long enough for it to pay.
  const settings = `set jit = off; set statement_timeout = ${limits.server};
    set idle_in_transaction_session_timeout = ${limits.server}`
  pool.on('connect', (client) => void client.query(settings).catch(onError))
  return pool
}

/** Timeout of PostgreSQL's answer to a readiness check, in ms. */
const readyTime = 1_000

/**
 * Checks whether PostgreSQL answers. Throws when it does not, or not in time; then the silent
 * connection is closed, so that the next check uses another one.
 */
export async function isReachable(pool: pg.Pool): Promise<true> {
  await pool.query({ text: 'select 1', query_timeout: readyTime } as pg.QueryConfig)
  return true
}

/**
 * The database behind a pool of this connection. `prepares`: whether it keeps the plans of
 * statements, which some poolers of transactions do not support.
 */
export function databaseOver(
  pool: pg.Pool,
  onError: (error: Error) => void,
  connection: Connection & { prepares?: boolean },
): Database {
  // A connection can break between two statements of its user: unhandled, that would end the
  // process.
  pool.on('connect', (client) => client.on('error', onError))
  // The pool repeats the errors of its idle connections.
  pool.on('error', () => undefined)
  const statementName = connection.prepares === false ? () => undefined : statementNames()
  const runOnShard = connection.isDistributed ? createShardRunner() : null
  const lending: PostgresPool = {
    connect: async () => wrapClient(await pool.connect(), statementName, runOnShard),
    end: () => pool.end(),
    options: pool.options,
  }
  const Dialect = runOnShard ? DistributedDialect : PostgresDialect
  return new Kysely<Tables>({ dialect: new Dialect({ pool: lending }) })
}

/**
 * Lists of every length produce new texts; each name costs the server memory, on every connection.
 */
const maxNames = 200

/**
 * Returns the name of a prepared statement, so that each connection plans it once: planning the
 * charge costs the server more than running it. The same text has the same name; `undefined` once
 * there are too many.
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

/** Error codes with which PostgreSQL closes the connection. */
const closing = /^(57P|08|25P0[34])/

const begins = /^(begin|start transaction)/
const ends = /^(commit|rollback)$/

const deadlockDetected = '40P01'

/** How often a statement that lost a deadlock runs again. */
const deadlockRetries = 5

/**
 * `pg` reuses a connection that PostgreSQL is closing, and one whose last query got no answer, so
 * that later queries would wait behind it. Here a failed connection is not reused, nor one whose
 * plans a migration invalidated.
 *
 * A statement that PostgreSQL ended to resolve a deadlock changed nothing and runs again, unless it is
 * part of a transaction: statements that change many records lock them, and the blocks of their
 * history, in the order of their plan.
 */
function wrapClient(
  client: pg.PoolClient,
  statementName: StatementName,
  runOnShard: ShardRunner | null,
): PostgresPoolClient {
  let broken: unknown
  let inTransaction = false
  const runOnce = (text: string, values: unknown[]) => {
    const marked = runOnShard && readMark(text)
    if (marked) return runOnShard(client, { ...marked, values }, statementName(shardCall))
    const name = values.length > 0 ? statementName(text) : undefined
    return client.query({ text, values, ...(name && { name }) })
  }
  const run = async (text: string, values: unknown[]) => {
    for (let retries = deadlockRetries; ; retries--)
      try {
        return await runOnce(text, values)
      } catch (error) {
        if (
          (error as { code?: string }).code !== deadlockDetected ||
          inTransaction ||
          retries === 0
        )
          throw error
      }
  }
  const query = async (text: string, values: unknown[]) => {
    if (broken) throw broken
    if (begins.test(text)) inTransaction = true
    else if (ends.test(text)) inTransaction = false
    try {
      return await run(text, values)
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined
      if (!code || code === outdatedPlan || closing.test(code)) broken = error
      throw error
    }
  }
  return {
    // Cursors are not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (discard) => client.release(Boolean(broken) || discard),
  }
}

/**
 * Prepares a database of one connection for reading whole tables: it uses one processor only.
 */
export async function prepareForScans(database: Database): Promise<void> {
  await sql`set max_parallel_workers_per_gather = 0`.execute(database)
}

/** The error code with which PostgreSQL gives up waiting for a lock. */
export const lockNotAvailable = '55P03'

/** Runs a statement that locks rows with `nowait`; `null`: another transaction holds one. */
export async function unlessLocked<Result>(statement: Promise<Result>): Promise<Result | null> {
  try {
    return await statement
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return null
    throw error
  }
}

/**
 * Whether a statement failed because of this unique constraint or index. Of one on a shard, whose
 * name ends with the shard's number, only the message tells.
 */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint: name, message = '' } = error as Partial<pg.DatabaseError>
  if (code !== '23505') return false
  return name === undefined ? message.includes(`${constraint}_`) : name === constraint
}
