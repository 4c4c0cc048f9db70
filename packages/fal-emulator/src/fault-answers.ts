import { once } from 'node:events'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import type { FaultName } from './faults.ts'
import type { EmulatorEnv } from './http.ts'
import type { Job } from './jobs/job.ts'

const chunk = new TextEncoder().encode('x'.repeat(64 * 1024))

/**
 * JSON that begins with `start` and then never ends. It is generated only as fast as it is read.
 */
export function endlessJson(start: string, status = 200): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
      pull: (controller) => controller.enqueue(chunk),
    },
    { highWaterMark: 1 },
  )
  return new Response(body, { status, headers: { 'content-type': 'application/json' } })
}

/**
 * The same JSON with the seed as a string, NUL in every string except addresses, and a lone
 * surrogate beside them.
 */
export function withNul(json: string): string {
  const odd = JSON.parse(json, (name, value) => {
    if (name === 'seed') return `${value}\0`
    return typeof value === 'string' && name !== 'url'
      ? `${value.slice(0, 3)}\0${value.slice(3)}`
      : value
  })
  return JSON.stringify({ ...odd, timings: '\ud800' })
}

const troubledAnswers = 3

/**
 * Temporary faults: whether the fault of a job still applies, which it does for the first three
 * requests.
 */
export function createTransientFaults(): (job: Job, fault: FaultName) => boolean {
  const answered = new WeakMap<Job, Map<FaultName, number>>()
  return (job, fault) => {
    if (!job.faults.includes(fault)) return false
    const counts = answered.get(job) ?? new Map<FaultName, number>()
    answered.set(job, counts)
    const before = counts.get(fault) ?? 0
    counts.set(fault, before + 1)
    return before < troubledAnswers
  }
}

/** Ends the connection without an answer. */
export function hangUp(c: Context<EmulatorEnv>): Response {
  c.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}

/** Answers nothing until the caller disconnects. */
export async function hang(c: Context<EmulatorEnv>): Promise<Response> {
  const { socket } = c.env.incoming
  if (!socket.destroyed) await once(socket, 'close')
  return RESPONSE_ALREADY_SENT
}
