import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import type { Connection } from './endpoint.ts'
import type { Home } from './home.ts'
import { spawnOptions } from './system-user.ts'

/** The parameters of a postmaster. */
export type Launch = {
  home: Home
  binaries: Binaries
  connection: Connection
  log(line: string): void
}

/**
 * A running PostgreSQL. `ended` resolves with the reason when its process ends, for any reason.
 */
export type Postmaster = {
  ended: Promise<string>
  lastLines(): Promise<string>
  stop(): Promise<void>
}

const stopPatience = 30_000

/** Starts a PostgreSQL process. It ends in order when this process exits, but survives a kill. */
function launchPostmaster({ home, binaries, connection, log }: Launch): Postmaster {
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...settings(connection)], {
    ...spawnOptions(home.user),
    // Its own process group: Ctrl+C in the terminal goes to us, and we stop PostgreSQL in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      lines.push(line)
      lines.splice(0, lines.length - 20)
      log(line)
    })
  }

  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  const closed = new Promise((resolve) => child.once('close', resolve))
  const shutDown = () => child.kill('SIGINT')
  process.once('exit', shutDown)
  child.once('error', (error) => end(error.message))
  child.once('exit', (code, signal) => end(signal ? `killed by ${signal}` : `exit code ${code}`))
  void ended.then(() => process.off('exit', shutDown))

  return {
    ended,
    async lastLines() {
      await Promise.race([closed, delay(1000)])
      return lines.join('\n')
    },
    async stop() {
      shutDown()
      const force = setTimeout(() => child.kill('SIGQUIT'), stopPatience)
      await ended
      clearTimeout(force)
    },
  }
}

function settings({ host, port }: Connection): string[] {
  const listening =
    process.platform === 'win32'
      ? { listen_addresses: host }
      : {
          listen_addresses: '',
          unix_socket_directories: `"${host.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        }
  const all = {
    ...listening,
    port,
    shared_buffers: '128MB',
    max_connections: 100,
    wal_compression: 'on',
    fsync: 'on',
    synchronous_commit: 'on',
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Whether PostgreSQL answers at this address. */
export async function canConnect(connection: Connection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

const startLimit = 60_000

/** After a kill, old backends may need a moment to notice that their postmaster is gone. */
const passingTrouble = /pre-existing shared memory block|lock file ".*" already exists/

/**
 * Starts PostgreSQL and waits until it accepts connections.
 * @throws Error with PostgreSQL's last lines when it does not within 60 s.
 */
export async function startPostmaster(launch: Launch): Promise<Postmaster> {
  const deadline = Date.now() + startLimit
  for (;;) {
    const postmaster = launchPostmaster(launch)
    const failure = await waitUntilReady(postmaster, launch, deadline)
    if (failure === null) return postmaster

    await postmaster.stop()
    const lines = await postmaster.lastLines()
    if (!passingTrouble.test(lines) || Date.now() > deadline) {
      throw new Error(`The built-in PostgreSQL did not start: ${failure}\n${lines}`)
    }
    await delay(200)
  }
}

async function waitUntilReady({ ended }: Postmaster, { connection }: Launch, deadline: number) {
  let failure: string | null = null
  void ended.then((reason) => {
    failure = reason
  })
  while (failure === null && !(await canConnect(connection))) {
    if (Date.now() > deadline) return `it was not ready within ${startLimit / 1000} s`
    await Promise.race([ended, delay(20)])
  }
  return failure
}
