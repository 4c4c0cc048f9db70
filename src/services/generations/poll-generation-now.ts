import { findByRequestId } from '#database/queries/generations.ts'
import { hurry } from '#database/queries/resume-generation.ts'
import { pollDelay } from '#domain/timetable.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'
import { type GenerationWithMedia, readGeneration } from './reading/read-generation.ts'

/** The provider is asked at most this often because of hints, in ms. */
const hintPause = 1_000

/**
 * Somebody says that a job has ended. That is a hint and nothing more: the provider is asked now
 * instead of later, and the answer is our own record as it stands
 * (docs/spec/api.md#the-server-decides). Throws `Refused` with `not_found`.
 */
export async function pollGenerationNow(
  context: ServiceContext,
  { accountId, requestId, kind }: { accountId: string; requestId: string; kind: string },
): Promise<GenerationWithMedia> {
  const row = await findByRequestId(context.database, accountId, requestId)
  if (!row || row.kind !== kind) throw new Refused({ reason: 'not_found' })

  const lastAsked =
    (row.next_step_at?.getTime() ?? 0) - pollDelay(row.asked, context.webhookBase !== null)
  const isDue = row.step === 'ask' && context.now() - lastAsked >= hintPause
  if (isDue && (await hurry(context.database, row.id))) context.changes.publishDue()
  return readGeneration(context, accountId, row.id)
}
