import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { Connection } from '#platform/database/database.ts'
import { freePort } from '../free-port.ts'
import { hasProgram } from '../programs.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '../temporary-directory.ts'

/** Whether PgBouncer is installed: `apt-get install pgbouncer`. */
export const hasPooler = hasProgram('pgbouncer', '--version')

/** Where PostgreSQL is, for PgBouncer's own configuration. */
function addressOf(connection: Connection) {
  if (!('url' in connection)) return connection
  const url = new URL(connection.url)
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

export type Pooler = { urlOf(database: string): string; stop(): Promise<void> }

/**
 * Starts PgBouncer in transaction mode, with so few connections to PostgreSQL that clients share
 * them.
 */
export async function startPooler(connection: Connection): Promise<Pooler> {
  const directory = await createTemporaryDirectory('pooler')
  const { host, port, user, password } = addressOf(connection)
  const ownPort = await freePort()
  const file = path.join(directory, 'pgbouncer.ini')
  const login = `host=${host} port=${port} user=${user}${password ? ` password=${password}` : ''}`
  const limits = 'set jit = off; set statement_timeout = 30000'
  const settings = [
    `[databases]\n* = ${login} connect_query='${limits}'\n[pgbouncer]`,
    `listen_addr = 127.0.0.1\nlisten_port = ${ownPort}\nunix_socket_dir =\nauth_type = any`,
    'pool_mode = transaction\ndefault_pool_size = 3\nmax_client_conn = 200\n',
  ]
  await writeFile(file, settings.join('\n'), { mode: 0o600 })
  // It refuses to run as root; the owner of the socket may use it.
  const owner = host.startsWith('/') && process.getuid?.() === 0 ? await stat(host) : null
  if (owner) for (const each of [directory, file]) await chown(each, owner.uid, owner.gid)
  const child = spawn('pgbouncer', [file], {
    stdio: 'ignore',
    ...(owner && { uid: owner.uid, gid: owner.gid }),
  })
  const ended = once(child, 'exit')
  const urlOf = (database: string) => `postgres://${user}@127.0.0.1:${ownPort}/${database}`
  while (!(await answers(urlOf('postgres'))))
    if (child.exitCode !== null) throw new Error('PgBouncer ended')
  return {
    urlOf,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      await removeTemporaryDirectory(directory)
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
