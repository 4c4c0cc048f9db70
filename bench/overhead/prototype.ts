import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { end, track } from '../world/process.ts'

export type PrototypeOrder = { databaseUrl: string; providerUrl: string }

/** The bare prototype, as a process of its own. */
export async function startPrototype(
  order: PrototypeOrder,
): Promise<AsyncDisposable & { url: string }> {
  const child = track(fork(path.join(import.meta.dirname, 'prototype.process.ts')))
  const ready = once(child, 'message')
  child.send(order)
  const [{ url }] = (await ready) as [{ url: string }]
  return { url, [Symbol.asyncDispose]: () => end(child) }
}
