import type { Context } from 'hono'
import type { Model } from '#catalogue/model.ts'
import { CreateEnvelope } from '#contract/generation.ts'
import type { ServiceContext } from '#services/context.ts'
import { type StartRequest, startGeneration } from '#services/generations/start-generation.ts'
import { Refused } from '#services/refused.ts'
import type { AccountRow } from '#services/rows.ts'
import type { Env } from '../env.ts'
import { fieldProblems } from '../middleware/errors.ts'
import { readBody } from '../read-body.ts'

/** The model's own input, and whether the work may be seen by others; public unless it says otherwise, as any create. */
const SubmitBody = CreateEnvelope.pick({ is_public: true, isPublic: true }).loose()

/**
 * Starts a generation as a create call does: parsed by the catalogue, priced, charged, recorded. Nothing of the request
 * but its input goes on: no header, no `fal_webhook`. Throws `Refused`; then nothing was charged.
 */
export async function submit(context: ServiceContext, c: Context<Env>, account: AccountRow, model: Model) {
  const requestId = readIdempotencyKey(c.req.header('idempotency-key'))
  const { is_public, isPublic = true, ...input } = await readBody(c, SubmitBody)
  return startOnce(context, { accountId: account.id, model, input, requestId, isPublic: is_public ?? isPublic })
}

function readIdempotencyKey(given: string | undefined): string | undefined {
  const parsed = CreateEnvelope.shape.request_id.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = fieldProblems(parsed.error).map((problem) => ({ ...problem, field: 'idempotency-key' }))
  throw new Refused({ reason: 'invalid_input', problems })
}

/** The client repeats a submit after 503: an error that may have come after the charge must not look like one. */
async function startOnce(context: ServiceContext, request: StartRequest) {
  try {
    return await startGeneration(context, request)
  } catch (error) {
    throw error instanceof Refused ? error : new Error('Nobody knows whether this was charged', { cause: error })
  }
}
