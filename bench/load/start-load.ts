import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { track } from '../world/process.ts'

export type LoadOrder = {
  url: string
  keys: string[]
  connections: number
  seconds: number
  mark: string
}

export type LoadResult = { rate: number; statuses: Record<string, number> }

/** Posts create calls from a process of its own, each connection as fast as it is answered. */
export async function startLoad(order: LoadOrder): Promise<LoadResult> {
  const child = track(fork(path.join(import.meta.dirname, 'create-load.process.ts')))
  const answered = once(child, 'message')
  child.send(order)
  const [result] = await answered
  await once(child, 'exit')
  return result as LoadResult
}
