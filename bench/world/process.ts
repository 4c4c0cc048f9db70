import type { ChildProcess } from 'node:child_process'

const alive = new Set<ChildProcess>()

/** Remembers a child process, so that none outlives the benchmark. */
export function track(child: ChildProcess): ChildProcess {
  alive.add(child)
  child.once('exit', () => alive.delete(child))
  return child
}

/** Asks a child to end and waits; after `patienceMs` it is killed. */
export async function end(child: ChildProcess, patienceMs = 10_000): Promise<void> {
  if (!alive.has(child)) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const patience = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await ended
  clearTimeout(patience)
}

/** The last resort, when the benchmark itself ends. */
export function endAllProcesses(): void {
  for (const child of alive) child.kill('SIGKILL')
}
