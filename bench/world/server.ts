import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type Connection, clientOptions } from '#database/database.ts'
import { startEmbeddedPostgres } from '#database/embedded/embedded-postgres.ts'

/** A PostgreSQL to measure on: `url` names its maintenance database. */
export type Server = AsyncDisposable & { url: string; version: string; place: 'embedded' | 'DATABASE_URL' }

/** The server that `DATABASE_URL` names, or one of our own with the product's own settings, removed afterwards. */
export async function openServer(): Promise<Server> {
  const given = process.env.DATABASE_URL
  if (given)
    return { url: given, version: await versionOf(given), place: 'DATABASE_URL', [Symbol.asyncDispose]: nothing }

  const dataDir = await mkdtemp(path.join(tmpdir(), 'atelier-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const url = urlOf(postgres.connection)
  const stop = async () => {
    await postgres.stop()
    await rm(postgres.location, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, version: await versionOf(url), place: 'embedded', [Symbol.asyncDispose]: stop }
}

const nothing = async () => undefined

/** Several processes share the server, so it must be nameable as a URL; a directory as host means its unix socket. */
function urlOf(connection: Connection): string {
  if ('url' in connection) return connection.url
  const { host, port, user, password = '', database } = connection
  const url = new URL(`postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}`)
  url.searchParams.set('host', host)
  return url.href
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client(clientOptions({ url }))
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return rows[0]?.server_version.split(' ')[0] ?? 'unknown'
  } finally {
    await client.end()
  }
}
