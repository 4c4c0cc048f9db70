import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What PostgreSQL writes into `postmaster.pid`, its lock file. */
export type PidFile = { pid: number; port: number; socketDirectory: string }

export const pidFilePath = (cluster: string) => join(cluster, 'postmaster.pid')

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
