import type { Ending } from '#database/queries/end-generation.ts'
import type { Claimed } from '#database/queries/generation-steps.ts'
import type { GenerationRow } from '#database/tables.ts'
import { unknownSubmitWait } from '#domain/timetable.ts'
import type { ServiceContext } from '../../context.ts'
import { failGeneration } from '../end-generation.ts'
import { collectResult } from './collect-result.ts'
import type { StepOutcome } from './run-step.ts'

/**
 * The outcome of the submit is unknown. It is never repeated: for some minutes a webhook with the
 * generation's token can recover the job, then the generation fails and is refunded. Where no
 * webhook can reach us, waiting could recover nothing.
 */
export async function awaitAnswer(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  if (row.provider_job) return collectResult(context, row)
  // A row in this step is due only when its wait is over.
  if (context.webhookBase === null || row.step === 'await') return giveUpUnknown(context, row)
  return { step: 'await', attempts: 0, delay: unknownSubmitWait(row.kind) }
}

/**
 * Fails and refunds it, and tells the operator: the provider may have done the work and bill it.
 */
export async function giveUpUnknown(context: ServiceContext, row: Claimed): Promise<'ended'> {
  context.log.warn({ generation: row.id, model: row.model }, 'submit outcome unknown')
  await failGeneration(context, row, 'unknown_outcome', null, noteUnknownOutcome(row))
  return 'ended'
}

/** What the operator should know of a submit whose outcome stays unknown. */
export function noteUnknownOutcome({
  model,
  submit_started_at: at,
}: GenerationRow): NonNullable<Ending['note']> {
  return {
    reason: 'unknown_outcome',
    note: `The outcome of the submit of ${model} at ${at?.toISOString()} is unknown. The person was refunded; the provider may bill a job for it.`,
  }
}
