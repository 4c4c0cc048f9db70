import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Server } from '../world/server.ts'

/** What the figures were taken on, in one line without names of hosts or paths. */
export function describeMachine({ version, place }: Pick<Server, 'version' | 'place'>): string {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return `${cores}, Node ${process.version}, PostgreSQL ${version} (${place}), ${process.platform}, ${date} UTC`
}

/** The load average of the last minute: above the number of cores, others were at work too. */
export function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}
