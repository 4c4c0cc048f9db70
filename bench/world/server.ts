import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type Connection, clientOptions } from '#database/database.ts'
import { startEmbeddedPostgres } from '#database/embedded/embedded-postgres.ts'
import { temporaryFolder } from './folder.ts'

/** A PostgreSQL to measure on: `url` names its maintenance database. */
export type Server = AsyncDisposable & {
  url: string
  version: string
  place: 'embedded' | 'DATABASE_URL'
}

/**
 * The server that `DATABASE_URL` names, or one of our own with the product's own settings, removed
 * afterwards.
 */
export async function openServer(): Promise<Server> {
  const given = process.env.DATABASE_URL
  if (given)
    return {
      url: given,
      version: await versionOf(given),
      place: 'DATABASE_URL',
      [Symbol.asyncDispose]: nothing,
    }

  const dataDir = temporaryFolder(removeServer)
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const stop = async () => {
    await postgres.stop()
    removeServer(dataDir)
  }
  const url = urlOf(postgres.connection)
  return { url, version: await versionOf(url), place: 'embedded', [Symbol.asyncDispose]: stop }
}

const nothing = async () => undefined

/**
 * Removes a data directory's database; one that still runs, because the benchmark broke, is ended
 * without ceremony.
 */
function removeServer(dataDir: string): void {
  const location =
    read(path.join(dataDir, 'postgres.location'))?.trim() ?? path.join(dataDir, 'postgres')
  const pid = Number(read(path.join(location, 'cluster', 'postmaster.pid'))?.split('\n')[0])
  if (pid > 0) endNow(pid)
  rmSync(location, { recursive: true, force: true, maxRetries: 5 })
}

/** Only for the end of the process: blocks until PostgreSQL has written its last, at most 3 s. */
function endNow(pid: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; tries < 60; tries++) {
    try {
      process.kill(pid, tries === 0 ? 'SIGQUIT' : 0)
    } catch {
      return
    }
    Atomics.wait(pause, 0, 0, 50)
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/**
 * Several processes share the server, so it must be nameable as a URL; a directory as host means
 * its unix socket.
 */
function urlOf(connection: Connection): string {
  if ('url' in connection) return connection.url
  const { host, port, user, password = '', database } = connection
  const url = new URL(
    `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}`,
  )
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
