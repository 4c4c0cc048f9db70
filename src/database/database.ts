import { Kysely, PostgresDialect } from 'kysely'
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
  return { ...parts, types, application_name: 'atelier', keepAlive: true, connectionTimeoutMillis: 10_000 }
}

/** Opens a pool. A restart of PostgreSQL ends its idle connections, not this process. */
export function openDatabase(connection: Connection, onError: (error: Error) => void, connections = 12): Database {
  const pool = new pg.Pool({ ...clientOptions(connection), max: connections })
  pool.on('error', onError)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
