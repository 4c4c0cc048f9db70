import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { end, track } from '../world/process.ts'

/** `until`: a stream counts as open only when this event has arrived. */
export type OpenOrder = {
  url: string
  keys: string[]
  each: number
  atOnce: number
  lastEventId?: string
  until?: string
}

/** How many streams were answered with which status, and how long all of it took. */
export type OpenResult = { statuses: Record<string, number>; elapsedMs: number }

/**
 * One state of a generation (`<id> <is favourite>`) in one stream; `at` in ms of the machine's
 * monotonic clock.
 */
export type Arrival = { state: string; at: number }

/**
 * What all streams heard since they were asked the last time. `broken`: streams that the server
 * ended.
 */
export type Heard = { arrivals: Arrival[]; refetches: number; broken: number; open: number }

export type Command = ({ kind: 'open' } & OpenOrder) | { kind: 'take' } | { kind: 'close' }
export type Reply = ({ kind: 'opened' } & OpenResult) | ({ kind: 'heard' } & Heard)

export type StreamClient = AsyncDisposable & {
  open(order: OpenOrder): Promise<OpenResult>
  take(): Promise<Heard>
  /** Closes every stream; resolves with what they heard last. */
  close(): Promise<Heard>
}

/** Starts the process that holds the streams. */
export function startStreamClient(): StreamClient {
  const script = path.join(import.meta.dirname, 'streams.process.ts')
  const child = track(fork(script, { serialization: 'advanced' }))
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process that holds the streams ended')
  })
  ended.catch(() => undefined)
  const call = async (command: Command): Promise<Reply> => {
    const replied = once(child, 'message')
    child.send(command)
    const [reply] = await Promise.race([replied, ended])
    return reply as Reply
  }
  const hear = async (kind: 'take' | 'close'): Promise<Heard> => {
    const reply = await call({ kind })
    if (reply.kind !== 'heard') throw new Error('The streams answered something else')
    return reply
  }
  return {
    open: async (order) => {
      const reply = await call({ kind: 'open', ...order })
      if (reply.kind !== 'opened') throw new Error('The streams answered something else')
      return reply
    },
    take: () => hear('take'),
    close: () => hear('close'),
    [Symbol.asyncDispose]: () => end(child),
  }
}
