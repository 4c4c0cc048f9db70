import { findModel } from '#catalogue/catalogue.ts'
import { endpointOf } from '#catalogue/model.ts'
import { webhookPaths } from '#contract/webhooks.ts'
import type { Claimed } from '#database/queries/life/steps.ts'
import { maxAttempts, pollDelay, retryDelay } from '#domain/timetable.ts'
import { ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from '../../context.ts'
import { noteTrouble } from '../../provider/note-trouble.ts'
import { failGeneration } from '../end-generation.ts'
import { awaitAnswer } from './await-answer.ts'
import { failureOf, reportTrouble } from './provider-trouble.ts'
import type { StepOutcome } from './run-step.ts'

/**
 * Hands the work to the provider. The claim has recorded the intent already; a submit whose answer was lost is never
 * repeated, because the provider may have taken it (design: the life of a generation).
 */
export async function submitGeneration(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  if (row.handed_over) return awaitAnswer(context, row)

  const model = findModel(row.model, row.generation_type)
  if (!model) throw new Error(`The catalogue no longer has ${row.model}`)
  try {
    const { job, state } = await context.provider.submit(
      endpointOf(model, row.input),
      model.toProvider(row.input),
      submitOptions(context, row),
    )
    context.log.info({ generation: row.id, model: row.model, job: job.requestId }, 'submitted')
    const queuePosition = state.state === 'queued' ? state.position : null
    return {
      step: 'ask',
      attempts: 0,
      asked: 0,
      delay: pollDelay(0, context.webhookBase !== null),
      providerJob: job,
      queuePosition,
    }
  } catch (error) {
    return afterFailedSubmit(context, row, error)
  }
}

/**
 * The token makes the address unguessable, so that a late answer is recognised even when the job's id never came. What
 * has not begun by the deadline would be work that nobody pays for.
 */
function submitOptions({ webhookBase }: ServiceContext, { id, kind, webhook_token: token, deadline }: Claimed) {
  return {
    startWithin: deadline.getTime() - Date.now(),
    ...(webhookBase !== null && { webhookUrl: `${webhookBase}${webhookPaths[kind]}?generation=${id}&token=${token}` }),
  }
}

async function afterFailedSubmit(context: ServiceContext, row: Claimed, error: unknown): Promise<StepOutcome> {
  reportTrouble(context, row, error)
  if (!(error instanceof ProviderError) || error.delivery === 'unknown') return awaitAnswer(context, row)

  await noteTrouble(context, error)
  if (error.retryable && row.attempts + 1 < maxAttempts) {
    return { step: 'submit', attempts: row.attempts + 1, delay: retryDelay(row.attempts), notSubmitted: true }
  }
  // Before the provider took it, whatever stands in the way is not the person's doing, save an input it refuses.
  const code = failureOf(error)
  await failGeneration(context, row, code === 'invalid_input' ? code : 'temporarily_unavailable', error.message)
  return 'ended'
}
