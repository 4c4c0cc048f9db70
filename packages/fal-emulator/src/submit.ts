import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { addressesOf } from './answers.ts'
import { answerOf, refusalFor } from './errors.ts'
import { hang, hangUp } from './fault-answers.ts'
import type { FaultDraw, FaultName } from './faults.ts'
import { baseOf, type EmulatorEnv, type EmulatorParts } from './http.ts'
import type { Job } from './jobs/job.ts'

const slowness = 8
const aDay = 24 * 60 * 60_000

/**
 * Accepts a job for the endpoint that the path names, whatever its body: the input is validated
 * when the job runs.
 */
export async function submit(c: Context<EmulatorEnv>, emulator: EmulatorParts): Promise<Response> {
  const endpoint = c.req.path.slice(1)
  const { input, exactSeed } = readInput(await c.req.text())
  if (!emulator.endpoints.some(({ id }) => id === endpoint))
    return c.json({ detail: `Application "${endpoint}" not found` }, 404)

  const draw = emulator.dice(endpoint, input)
  const refusal = emulator.account.refusal ?? refusalFor(draw.faults)
  if (refusal) return answerOf(refusal)
  if (draw.faults.includes('drop-before')) return hangUp(c)
  if (draw.faults.includes('hang-before')) return hang(c)
  if (isFull(c, emulator, endpoint)) return c.json({ detail: 'The queue is full' }, 429)

  return answerAccepted(
    c,
    emulator,
    await accept(c, emulator, { endpoint, input, ...(exactSeed && { exactSeed }), ...draw }),
  )
}

/**
 * The body, `null` where it is no JSON; and the seed's digits, where it is larger than a number can
 * represent.
 */
function readInput(text: string): { input: unknown; exactSeed?: string } {
  let exactSeed: string | undefined
  const note = (key: string, value: unknown, context?: { source?: string }) => {
    const isLarge = key === 'seed' && Number.isInteger(value) && !Number.isSafeInteger(value)
    if (isLarge) exactSeed = context?.source
    return value
  }
  try {
    const input: unknown = JSON.parse(text, note)
    return { input, ...(exactSeed && { exactSeed }) }
  } catch {
    return { input: null }
  }
}

/** The caller may limit how many jobs of the endpoint wait before its own. */
function isFull(c: Context<EmulatorEnv>, { queue }: EmulatorParts, endpoint: string): boolean {
  const most = c.req.query('fal_max_queue_length')
  return most !== undefined && queue.lengthOf(endpoint) > Number(most)
}

type Submission = FaultDraw & { endpoint: string; input: unknown; exactSeed?: string }

async function accept(
  c: Context<EmulatorEnv>,
  { queue, webhooks, delayMs }: EmulatorParts,
  submission: Submission,
) {
  const { endpoint, input, exactSeed, faults, random } = submission
  const id = randomUUID()
  const url = webhookUrlOf(c)
  const firstAttempt =
    faults.includes('webhook-early') && url ? webhooks.firstAttempt(id) : undefined
  const job = await queue.accept({
    id,
    endpoint,
    input,
    ...(exactSeed && { exactSeed }),
    seed: Math.floor(random() * 2 ** 32),
    durationMs: durationOf(faults, delayMs * (0.8 + 0.4 * random())),
    faults,
    acceptedAt: Date.now(),
    ...(url && { webhook: { url, attempts: [], settled: false } }),
  })
  await firstAttempt
  return job
}

/** The address for the webhook. An invalid one is ignored. */
function webhookUrlOf(c: Context<EmulatorEnv>): string | undefined {
  const url = c.req.query('fal_webhook')
  return url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined
}

function durationOf(faults: FaultName[], usual: number): number {
  if (faults.includes('stuck')) return aDay
  if (faults.includes('webhook-early')) return 0
  return Math.round(faults.includes('slow') ? usual * slowness : usual)
}

function answerAccepted(
  c: Context<EmulatorEnv>,
  { queue }: EmulatorParts,
  job: Job,
): Response | Promise<Response> {
  if (job.faults.includes('drop-after')) return hangUp(c)
  if (job.faults.includes('hang-after')) return hang(c)
  if (job.faults.includes('accepted-500')) return c.json({ detail: 'Internal Server Error' }, 500)

  const queue_position = queue.positionOf(job)
  const answer = {
    status: 'IN_QUEUE',
    request_id: job.id,
    queue_position,
    ...addressesOf(job, baseOf(c)),
  }
  if (!job.faults.includes('truncated-submit')) return c.json(answer)
  return c.body(JSON.stringify(answer).slice(0, 40), 200, { 'content-type': 'application/json' })
}
