import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Resident memory in bytes: the most there was, and how much more than at the beginning that is.
 */
export type Memory = { peak: number; growth: number }

/**
 * Watches the memory of a process of ours from now on. The system itself keeps the peak, so nothing
 * falls between two samples. `null` where there is no /proc.
 */
export function watchMemory(pid: number): () => Memory | null {
  if (process.platform !== 'linux') return () => null
  // 5 makes the peak begin anew (man 5 proc, clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = readStatus(pid, 'VmRSS')
  return () => {
    const peak = readStatus(pid, 'VmHWM')
    return { peak, growth: peak - before }
  }
}

function readStatus(pid: number, name: string): number {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(
    readFileSync(`/proc/${pid}/status`, 'utf8'),
  )?.[1]
  return Number(kilobytes) * 1024
}
