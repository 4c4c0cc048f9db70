import { randomInt, randomUUID } from 'node:crypto'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context } from 'hono'
import { endpoints } from '../endpoints/endpoints.ts'
import { drawFaults } from '../faults/faults.ts'
import { refusalFor } from '../faults/refuse-submit.ts'
import { addressesOf } from './answers.ts'
import type { Engine, EngineEnv } from './routes.ts'

const slowness = 8

/** Accepts a job for the endpoint that the path names, whatever its body: the input is checked when the job runs. */
export async function submit(c: Context<EngineEnv>, { queue, rules, delayMs }: Engine, base: string) {
  const endpoint = c.req.path.slice(1)
  const input: unknown = await c.req.json().catch(() => null)
  if (!endpoints.some(({ id }) => id === endpoint)) {
    return c.json({ detail: `Application "${endpoint}" not found` }, 404)
  }

  const faults = drawFaults(rules, input, Math.random)
  const refusal = refusalFor(faults)
  if (refusal) {
    const { httpStatus, body, contentType, headers } = refusal
    return new Response(body, { status: httpStatus, headers: { 'content-type': contentType, ...headers } })
  }
  if (faults.includes('drop-before')) return hangUp(c)

  const job = await queue.accept({
    id: randomUUID(),
    endpoint,
    input,
    seed: randomInt(2 ** 32),
    durationMs: Math.round(delayMs * (0.8 + 0.4 * Math.random()) * (faults.includes('slow') ? slowness : 1)),
    faults,
    acceptedAt: Date.now(),
  })
  if (faults.includes('drop-after')) return hangUp(c)

  const queue_position = queue.positionOf(job)
  return c.json({ status: 'IN_QUEUE', request_id: job.id, queue_position, ...addressesOf(job, base) })
}

function hangUp(c: Context<EngineEnv>): Response {
  c.env.incoming.socket.destroy()
  return RESPONSE_ALREADY_SENT
}
