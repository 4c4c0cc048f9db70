import { findModel } from '#catalogue/catalogue.ts'
import { endpointOf, type Model } from '#catalogue/model.ts'
import { webhookPaths } from '#contract/webhooks.ts'
import type { Claimed } from '#database/queries/generation-steps.ts'
import { pollDelay, retryDelay, withJitter } from '#domain/timetable.ts'
import { ProviderError } from '#providers/provider.ts'
import { StorageUnavailable } from '#storage/storage.ts'
import type { ServiceContext } from '../../context.ts'
import { noteTrouble } from '../../provider/note-trouble.ts'
import { confirmStorageOutage } from '../../storing/storage-outage.ts'
import { failGeneration } from '../end-generation.ts'
import { awaitAnswer } from './await-answer.ts'
import { giveInputs } from './give-inputs.ts'
import { failureOf, reportTrouble } from './provider-trouble.ts'
import type { StepOutcome } from './run-step.ts'

/**
 * Hands the work to the provider. The claim has recorded the intent already; a submit whose answer
 * was lost is never repeated, because the provider may have taken it.
 */
export async function submitGeneration(
  context: ServiceContext,
  row: Claimed,
): Promise<StepOutcome> {
  if (row.handed_over) return awaitAnswer(context, row)

  const model = findModel(row.model, row.generation_type)
  if (!model) throw new Error(`The catalogue no longer has ${row.model}`)
  const own = endpointOf(model, row.input)
  const endpoint = context.endpoints[own] ?? own
  const prepared = await prepare(context, { model, endpoint }, row)
  if ('outcome' in prepared) return prepared.outcome

  try {
    const { job, state } = await context.provider.submit(
      endpoint,
      prepared.body,
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
 * Nothing is with the provider yet: whatever goes wrong here is simply tried again, until the
 * deadline.
 */
async function prepare(
  context: ServiceContext,
  { model, endpoint }: { model: Model; endpoint: string },
  row: Claimed,
): Promise<{ body: Record<string, unknown> } | { outcome: StepOutcome }> {
  try {
    return { body: model.toProvider(await giveInputs(context, model, row), endpoint) }
  } catch (error) {
    reportTrouble(context, row, error)
    if (error instanceof StorageUnavailable) await confirmStorageOutage(context)
    return { outcome: tryLater(row) }
  }
}

/**
 * The token makes the address unguessable, so that a late answer is recognised even when the job's
 * id never came. What has not begun by the deadline would be work that nobody pays for.
 */
function submitOptions(
  { webhookBase, now }: ServiceContext,
  { id, kind, webhook_token: token, deadline }: Claimed,
) {
  return {
    startWithin: deadline.getTime() - now(),
    ...(webhookBase !== null && {
      webhookUrl: `${webhookBase}${webhookPaths[kind]}?generation=${id}&token=${token}`,
    }),
  }
}

async function afterFailedSubmit(
  context: ServiceContext,
  row: Claimed,
  error: unknown,
): Promise<StepOutcome> {
  reportTrouble(context, row, error)
  if (!(error instanceof ProviderError) || error.delivery === 'unknown')
    return awaitAnswer(context, row)

  await noteTrouble(context, error)
  // Before the provider took it, whatever stands in the way is not the person's doing, save an
  // input it refuses.
  const code = failureOf(error) === 'invalid_input' ? 'invalid_input' : 'temporarily_unavailable'
  if (error.retryable) return tryLater(row)
  await failGeneration(context, row, code, error.words)
  return 'ended'
}

/** Surely nothing was submitted: it is tried again until the deadline (give-up.ts). */
function tryLater({ attempts }: Claimed): StepOutcome {
  const delay = withJitter(retryDelay(attempts), Math.random())
  return { step: 'submit', attempts: attempts + 1, delay, notSubmitted: true }
}
