import {
  closeSync,
  fdatasyncSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from './processes.ts'

/** A sample in whatever unit its values have. */
export type Summary = { p50: number; p95: number; p99: number; max: number }

/** Percentiles by nearest rank. Throws when there is nothing to sum up. */
export function summarize(values: number[]): Summary {
  if (values.length === 0) throw new Error('Nothing was measured')
  const sorted = values.toSorted((a, b) => a - b)
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), max: rank(1) }
}

/**
 * How long each of `count` calls took, one after the other, in ms; ten before them do not count.
 * A call gets its number, from 0.
 */
export async function timeCalls(
  count: number,
  call: (run: number) => Promise<unknown>,
): Promise<Summary> {
  const warmUps = 10
  const times: number[] = []
  for (let run = 0; run < warmUps + count; run++) {
    const start = performance.now()
    await call(run)
    if (run >= warmUps) times.push(performance.now() - start)
  }
  return summarize(times)
}

/** The middle one, the upper of the two when their number is even. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** CPU time in ms that the product's processes, those that parse files among them, and PostgreSQL's have used. */
export type CpuTime = { product: number; postgres: number }

/**
 * Starts to watch CPU time: the returned function returns what was used since, divided by a number
 * of pieces. `null` where there is no /proc. Of this benchmark's own processes; of PostgreSQL all
 * there are where it was not started here.
 */
export function watchCpu(): (pieces: number) => CpuTime | null {
  const before = readCpu()
  return (pieces) => {
    const after = readCpu()
    if (!before || !after) return null
    const since = (who: keyof CpuTime) => (after[who] - before[who]) / pieces
    return { product: since('product'), postgres: since('postgres') }
  }
}

function readCpu(): CpuTime | null {
  if (process.platform !== 'linux') return null
  const all = new Map<number, Process>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const found = readProcess(name)
    if (found) all.set(Number(name), found)
  }
  const isOwn = (found: Process | undefined): boolean =>
    found !== undefined && (found.parent === process.pid || isOwn(all.get(found.parent)))
  const timeOf = (some: Process[]) => some.reduce((sum, { timeMs }) => sum + timeMs, 0)
  const commandHas = (part: RegExp) => [...all.values()].filter(({ command }) => part.test(command))
  const product = commandHas(/server\.ts|parser-process\.ts/)
  const postgres = commandHas(/postgres/)
  const ownPostgres = postgres.filter(isOwn)
  return {
    product: timeOf(product.filter(isOwn)),
    postgres: timeOf(ownPostgres.length > 0 ? ownPostgres : postgres),
  }
}

/** CPU time in ms of a process's main thread, and of those that compile and collect garbage. */
export type ThreadTime = { main: number; engine: number }

/** Starts to watch threads of a process, as `watchCpu` does. Others come and go with their work. */
export function watchThreads(pid: number): (pieces: number) => ThreadTime | null {
  const before = readThreads(pid)
  return (pieces) => {
    const after = readThreads(pid)
    if (!before || !after) return null
    const since = (group: keyof ThreadTime) => (after[group] - before[group]) / pieces
    return { main: since('main'), engine: since('engine') }
  }
}

function readThreads(pid: number): ThreadTime | null {
  if (process.platform !== 'linux') return null
  const time = { main: 0, engine: 0 }
  for (const id of readdirSync(`/proc/${pid}/task`)) {
    const file = (name: string) => readFileSync(`/proc/${pid}/task/${id}/${name}`, 'utf8')
    const spent = Number(file('schedstat').split(' ')[0]) / 1e6
    if (id === String(pid)) time.main += spent
    else if (file('comm').startsWith('V8Worker')) time.engine += spent
  }
  return time
}

const msPerTick = 10

/** `timeMs`: its own, and that of its children that have ended. */
type Process = { command: string; parent: number; timeMs: number }

function readProcess(pid: string): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')')).split(' ')
    const timeMs = fields.slice(12, 16).reduce((sum, ticks) => sum + Number(ticks) * msPerTick, 0)
    return { command, parent: Number(fields[2]), timeMs }
  } catch {
    return null
  }
}

/** CPU time in ms that one process has used so far; `null` where there is no /proc. */
export function cpuOf(pid: number): number | null {
  return process.platform === 'linux' ? (readProcess(String(pid))?.timeMs ?? null) : null
}

/** Resident memory in bytes: the most there was, and how much more than before that is. */
export type Memory = { peak: number; growth: number }

/**
 * Starts to watch the memory of a process of ours. The system itself keeps the peak, so nothing
 * falls between two samples. `null` where there is no /proc.
 */
export function watchMemory(pid: number): () => Memory | null {
  if (process.platform !== 'linux') return () => null
  // 5 makes the peak begin anew (man 5 proc, clear_refs).
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  const before = residentBytes(pid)
  return () => {
    const peak = residentBytes(pid, 'VmHWM')
    return { peak, growth: peak - before }
  }
}

/** The resident memory of a process, in bytes. */
export function residentBytes(pid: number, name: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
}

/** How long the disk of temporary files takes to make a small write durable, in ms. */
export function measureFsync(count: number): Summary {
  const file = openSync(path.join(temporaryFolder(), 'fsync'), 'w')
  const block = Buffer.alloc(8192, 'x')
  const times = Array.from({ length: count }, () => {
    const start = performance.now()
    writeSync(file, block)
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  return summarize(times)
}
