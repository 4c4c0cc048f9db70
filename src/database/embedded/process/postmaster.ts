import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from '../cluster/binaries.ts'
import type { Home } from '../cluster/home.ts'
import { spawnOptions } from '../cluster/system-user.ts'
import type { Connection } from './endpoint.ts'

/** What a postmaster needs to run. */
export type Launch = {
  home: Home
  binaries: Binaries
  connection: Connection
  log(line: string): void
}

/**
 * A running PostgreSQL. `ended` resolves with the reason when its process ends, whoever ended it.
 */
export type Postmaster = {
  ended: Promise<string>
  lastLines(): Promise<string>
  stop(): Promise<void>
}

const stopPatience = 30_000

/** Starts a PostgreSQL process. It ends in order when this process exits, but survives a kill. */
export function launchPostmaster({ home, binaries, connection, log }: Launch): Postmaster {
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...settings(connection)], {
    ...spawnOptions(home.user),
    // A process group of its own: Ctrl+C in the terminal is for us, we stop PostgreSQL in order.
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
