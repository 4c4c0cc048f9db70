import { spawnSync } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import type { Home } from './home.ts'

/** What PostgreSQL writes into `postmaster.pid`, its lock file. */
export type PidFile = { pid: number; port: number; socketDirectory: string }

const pidFilePath = (cluster: string) => join(cluster, 'postmaster.pid')

/** Reads the cluster's `postmaster.pid`, or null when there is none or it is not complete yet. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(pidFilePath(cluster), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [pid, , , port, socketDirectory] = text.split('\n')
  return Number(pid) > 0
    ? { pid: Number(pid), port: Number(port), socketDirectory: socketDirectory ?? '' }
    : null
}

const patience = 30_000

/**
 * Ends the processes that a killed Atelier left behind. A postmaster of this cluster that lost its
 * parent is shut down in order; the pid file of another program, which would prevent a start, is
 * removed. A dead pid is kept, because PostgreSQL uses it to find out whether old backends still
 * use the shared memory. Only for the holder of the home's lock: no other process can then be
 * starting or using this cluster.
 */
export async function endLeftover(
  { cluster }: Home,
  { pg_ctl }: Binaries,
  log: (line: string) => void,
) {
  const file = await readPidFile(cluster)
  if (!file || !isTaken(file.pid)) return

  if (await isPostmasterOf(file.pid, cluster)) {
    log(
      `Stopping the PostgreSQL that an earlier Atelier left running when it was killed (process ${file.pid})`,
    )
    await stopPostmaster(file.pid, cluster)
  } else if (process.platform === 'win32') {
    spawnSync(pg_ctl, ['stop', '--mode=fast', '-D', cluster])
  }
  if (isTaken(file.pid)) await rm(pidFilePath(cluster), { force: true })
}

async function stopPostmaster(pid: number, cluster: string) {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    process.kill(pid, signal)
    for (const deadline = Date.now() + patience; Date.now() < deadline; await delay(20)) {
      if (!(await isPostmasterOf(pid, cluster))) return
    }
  }
  throw new Error(
    `The PostgreSQL left running by an earlier Atelier (process ${pid}) does not stop.`,
  )
}

/** Whether PostgreSQL would take the pid for a running postmaster. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * The postmaster's command line contains its cluster; that of another program does not.
 */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'win32') return false
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return commandLine.includes(cluster)
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  })
  return stdout.includes(cluster)
}
