import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Home } from './home.ts'
import { readPassword, superuser } from './initialise-cluster.ts'
import { readPidFile } from './leftover.ts'

/**
 * How to connect. The host is the directory of a unix socket, or the loopback address on systems
 * without.
 */
export type Connection = {
  host: string
  port: number
  user: string
  password?: string
  database: string
}

/** Only part of the socket's name; the socket is alone in its directory. */
const socketPort = 5432
const longestSocketPath = 100

/**
 * Prepares the address where the home's PostgreSQL listens. Only for the holder of the home's lock.
 */
export async function prepareEndpoint(home: Home): Promise<Connection> {
  if (process.platform === 'win32') return connectTo(home, '127.0.0.1', await findFreePort())
  const host = socketDirectory(home)
  await makePrivate(host, home)
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`]) {
    await rm(join(host, name), { force: true })
  }
  return connectTo(home, host, socketPort)
}

/** Returns where the home's PostgreSQL listens, or null when it is not running. */
export async function readEndpoint(home: Home): Promise<Connection | null> {
  const file = await readPidFile(home.cluster)
  return file && connectTo(home, file.socketDirectory || '127.0.0.1', file.port)
}

async function connectTo(home: Home, host: string, port: number): Promise<Connection> {
  const password = await readPassword(home)
  return { host, port, user: superuser, ...(password && { password }), database: 'postgres' }
}

/** Systems limit a socket's path to about 100 bytes. */
function socketDirectory(home: Home): string {
  const inside = join(home.path, 'socket')
  if (Buffer.byteLength(join(inside, `.s.PGSQL.${socketPort}`)) < longestSocketPath) return inside
  const name = `atelier-${createHash('sha256').update(home.path).digest('hex').slice(0, 16)}`
  return join(home.user ? '/tmp' : tmpdir(), name)
}

async function makePrivate(directory: string, { user }: Home) {
  const isNew = (await mkdir(directory, { recursive: true, mode: 0o700 })) !== undefined
  if (isNew && user) await chown(directory, user.uid, user.gid)
  const found = await lstat(directory)
  // Any user may create directories in the temporary one: another user's is not trusted.
  const isOurs = found.isDirectory() && found.uid === (user?.uid ?? process.getuid?.())
  if (!isOurs)
    throw new Error(
      `${directory} belongs to another user, so PostgreSQL's socket cannot be put there.`,
    )
  await chmod(directory, 0o700)
}

function findFreePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer().once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() =>
      address && typeof address === 'object' ? resolve(address.port) : reject(address),
    )
  })
  return promise
}
