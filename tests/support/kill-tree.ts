import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** `kill -9` for a process and everything it started. */
export function killTree(pid: number): void {
  for (const each of [pid, ...descendants(pid, parents())]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // It ended by itself in the meantime.
    }
  }
}

type Pair = [pid: number, parent: number]

function descendants(pid: number, pairs: readonly Pair[]): number[] {
  const children = pairs.flatMap(([child, parent]) => (parent === pid ? [child] : []))
  return children.flatMap((child) => [child, ...descendants(child, pairs)])
}

/** Every process with its parent: not every machine has `ps`. */
function parents(): Pair[] {
  if (existsSync('/proc/self/stat')) return readdirSync('/proc').flatMap(pairIn)
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return table.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as Pair)
}

function pairIn(name: string): Pair[] {
  try {
    // The command's name stands in parentheses before the state and the parent.
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]
    return parent === undefined ? [] : [[Number(name), Number(parent)]]
  } catch {
    return []
  }
}
