import type { Claimed } from '#database/queries/generation-steps.ts'
import { maxAttempts, pollDelay } from '#domain/timetable.ts'
import { type JobReference, ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from '../context.ts'
import { failGeneration } from '../generations/end-generation.ts'
import type { StepOutcome } from './run-step.ts'

/** Asks the provider how a job goes. */
export async function askProvider(context: ServiceContext, row: Claimed): Promise<StepOutcome> {
  if (!row.provider_job) throw new Error('A submitted generation has no provider job')
  if (
    row.cancel_requested_at &&
    row.status === 'pending' &&
    (await isRemoved(context, row.provider_job))
  ) {
    await failGeneration(context, row, 'cancelled')
    return 'ended'
  }
  const state = await context.provider.status(row.provider_job).catch((error: unknown) => {
    // An id that stays unknown will not come back; one answer may still be a hiccup.
    if (
      error instanceof ProviderError &&
      error.code === 'not_found' &&
      row.attempts + 1 >= maxAttempts
    )
      return null
    throw error
  })
  if (!state) {
    await failGeneration(context, row, 'result_lost')
    return 'ended'
  }

  const asked = row.asked + 1
  const delay = pollDelay(asked, context.webhookBase !== null)
  switch (state.state) {
    case 'queued':
      return { step: 'ask', attempts: 0, asked, delay, queuePosition: state.position }
    case 'running':
      return {
        step: 'ask',
        status: 'processing',
        attempts: 0,
        asked,
        delay,
        queuePosition: null,
        progress: state.progress,
      }
    case 'finished':
      return {
        ...{
          step: 'collect',
          status: 'processing',
          attempts: 0,
          asked,
          delay: 0,
          queuePosition: null,
        },
        runMs: state.runMs,
        finished: true,
      }
  }
}

/**
 * A cancellation that was requested before the provider had the job is passed on now. Its status
 * tells all else.
 */
async function isRemoved({ provider, log }: ServiceContext, job: JobReference): Promise<boolean> {
  return provider.cancel(job).then(
    (answer) => answer === 'removed',
    (error: unknown) => {
      log.warn({ err: error }, 'cancelling at the provider failed')
      return false
    },
  )
}
