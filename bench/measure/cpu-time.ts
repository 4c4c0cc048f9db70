import { readdirSync, readFileSync } from 'node:fs'

/** CPU time in ms that the product's processes and PostgreSQL's have used so far. */
export type CpuTime = { studio: number; postgres: number }

type Process = { pid: number; parent: number; command: string; time: number }

const msPerTick = 10

/**
 * Of this process's descendants; `null` where there is no /proc. Other people's load changes it
 * less than rates.
 */
export function cpuTime(): CpuTime | null {
  if (process.platform !== 'linux') return null
  const ours = ownProcesses()
  const sum = (words: string) =>
    ours.reduce((total, { command, time }) => (command.includes(words) ? total + time : total), 0)
  return { studio: sum('src/main/server.ts'), postgres: sum('postgres') }
}

/**
 * CPU time in ms that the machine's other programs have used so far, on all cores; `null` where
 * there is no /proc. It grows by what they use between two calls.
 */
export function othersCpuTime(): number | null {
  if (process.platform !== 'linux') return null
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  const own = ownProcesses().reduce((total, { time }) => total + time, 0)
  return (user + nice + system + irq + softirq + steal) * msPerTick - own
}

/** CPU time in ms that one process has used so far; `null` where there is no /proc. */
export function cpuOf(pid: number): number | null {
  return process.platform === 'linux' ? (readProcess(String(pid))[0]?.time ?? null) : null
}

/** CPU a piece of work, in ms. */
export function perPiece(
  before: CpuTime | null,
  after: CpuTime | null,
  pieces: number,
): CpuTime | null {
  if (!before || !after) return null
  return {
    studio: (after.studio - before.studio) / pieces,
    postgres: (after.postgres - before.postgres) / pieces,
  }
}

/** This process and its descendants. */
function ownProcesses(): Process[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(name) : []))
  const ours = new Set([process.pid])
  // A parent is always older, but ids wrap around: go on until nothing is added.
  for (let before = 0; before < ours.size; ) {
    before = ours.size
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid)
  }
  return all.filter(({ pid }) => ours.has(pid))
}

function readProcess(name: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const time = (Number(rest[9]) + Number(rest[10])) * msPerTick
    return [{ pid: Number(name), parent: Number(parent), command, time }]
  } catch {
    return []
  }
}
