import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { end, track } from '../world/process.ts'

/** `bytes`: the size of each file. */
export type InMemoryOrder = { files: string[]; bytes: number }

/** Who makes the same zip in memory first, as a process of its own. */
export async function startInMemory(
  order: InMemoryOrder,
): Promise<AsyncDisposable & { url: string; pid: number }> {
  const child = track(fork(path.join(import.meta.dirname, 'in-memory.process.ts')))
  const ready = once(child, 'message')
  child.send(order)
  const [{ url }] = (await ready) as [{ url: string }]
  return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: () => end(child) }
}
