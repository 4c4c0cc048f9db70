import { findModel } from '#catalogue/catalogue.ts'
import { type Claimed, markSubmitting } from '#database/queries/steps.ts'
import { maxAttempts, pollDelay, retryDelay } from '#domain/timetable.ts'
import { ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from '../../context.ts'
import { failGeneration } from '../end-generation.ts'
import { failureOf, reportTrouble } from './provider-trouble.ts'
import type { StepOutcome } from './run-step.ts'

/**
 * Hands the work to the provider. The intent is recorded first; a submit whose answer was lost is never repeated, because
 * the provider may have taken it: the generation fails and is refunded (design: the life of a generation).
 */
export async function submitGeneration(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  if (row.submit_started_at) return giveUpUnknown(context, row)

  const model = findModel(row.model, row.generation_type)
  if (!model) throw new Error(`The catalogue no longer has ${row.model}`)
  if (!(await markSubmitting(context.database, row))) return 'ended'

  try {
    const { job, state } = await context.provider.submit(model.endpoint, model.toProvider(row.input))
    context.log.info({ generation: row.id, model: row.model, job: job.requestId }, 'submitted')
    const queuePosition = state.state === 'queued' ? state.position : null
    return { step: 'ask', attempts: 0, asked: 0, delay: pollDelay(0), providerJob: job, queuePosition }
  } catch (error) {
    return afterFailedSubmit(context, row, error)
  }
}

async function afterFailedSubmit(context: ServiceContext, row: Claimed, error: unknown): Promise<StepOutcome> {
  if (!(error instanceof ProviderError) || error.delivery === 'unknown') {
    reportTrouble(context, row, error)
    return giveUpUnknown(context, row)
  }
  reportTrouble(context, row, error)
  if (error.retryable && row.attempts + 1 < maxAttempts) {
    return { step: 'submit', attempts: row.attempts + 1, delay: retryDelay(row.attempts), notSubmitted: true }
  }
  // Before the provider took it, whatever stands in the way is not the person's doing, save an input it refuses.
  const code = failureOf(error)
  await failGeneration(context, row, code === 'invalid_input' ? code : 'temporarily_unavailable', error.message)
  return 'ended'
}

async function giveUpUnknown(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  context.log.warn({ generation: row.id, model: row.model }, 'nobody knows whether the provider took this job')
  await failGeneration(context, row, 'unknown_outcome')
  return 'ended'
}
