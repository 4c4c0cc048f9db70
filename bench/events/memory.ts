import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { cpuOf } from '../measure/cpu-time.ts'
import type { EventsWorld } from './world.ts'

const wanted = 10_000
const each = 50
/** What a process needs beside its streams: files, the database. */
const spareDescriptors = 1_000
const settleMs = 20_000

/**
 * `bytes`: resident memory of the process that serves, for each stream; `cpu`: the share of a core
 * it takes.
 */
export type IdleStreams = { count: number; bytes: number; cpu: number; refused: number }

/**
 * Opens as many idle streams as file descriptors allow, 10,000 at most, and looks what they cost
 * the server's process.
 */
export async function measureIdleStreams({
  url,
  pid,
  streams,
  keyOf,
  listeners,
}: EventsWorld): Promise<IdleStreams> {
  const accounts = Math.min(
    listeners.length,
    Math.floor(Math.min(wanted, maxDescriptors() - spareDescriptors) / each),
  )
  const keys = listeners.slice(0, accounts).map(keyOf)
  // What only the first streams cost is no part of a stream.
  await streams.open({ url, keys: keys.slice(0, 4), each, atOnce: 50 })
  await streams.close()
  await delay(5_000)
  const before = residentBytes(pid)
  const { statuses } = await streams.open({ url, keys, each, atOnce: 100 })
  await delay(settleMs)
  const cpuBefore = cpuOf(pid) ?? Number.NaN
  await delay(5_000)
  const cpu = ((cpuOf(pid) ?? Number.NaN) - cpuBefore) / 5_000
  const bytes = residentBytes(pid) - before
  const { open } = await streams.take()
  await streams.close()
  return { count: open, bytes: bytes / open, cpu, refused: accounts * each - (statuses[200] ?? 0) }
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

function maxDescriptors(): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
}
