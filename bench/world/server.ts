import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Connection, clientOptions } from '#database/database.ts'
import { startEmbeddedPostgres } from '#database/embedded/embedded-postgres.ts'
import { temporaryFolder } from './folder.ts'

/** A PostgreSQL to measure on: `url` names its maintenance database. */
export type Server = AsyncDisposable & { url: string; version: string; place: 'embedded' | 'DATABASE_URL' }

/** The server that `DATABASE_URL` names, or one of our own with the product's own settings, removed afterwards. */
export async function openServer(): Promise<Server> {
  const given = process.env.DATABASE_URL
  if (given)
    return { url: given, version: await versionOf(given), place: 'DATABASE_URL', [Symbol.asyncDispose]: nothing }

  const postgres = await startEmbeddedPostgres({ dataDir: temporaryFolder(), log: () => undefined })
  const endAtOnce = () => removeServer(postgres.location)
  process.once('exit', endAtOnce)
  const stop = async () => {
    await postgres.stop()
    process.off('exit', endAtOnce)
    removeServer(postgres.location)
  }
  const url = urlOf(postgres.connection)
  return { url, version: await versionOf(url), place: 'embedded', [Symbol.asyncDispose]: stop }
}

const nothing = async () => undefined

/** Removes a server's folder; one that still runs, because the benchmark broke, is ended without ceremony. */
function removeServer(location: string): void {
  try {
    const [pid] = readFileSync(path.join(location, 'cluster', 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGQUIT')
  } catch {
    // It has ended.
  }
  rmSync(location, { recursive: true, force: true, maxRetries: 5 })
}

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
