import { drawPreview } from '#core/media/make-thumbnails.ts'
import type { Parts } from '#core/parts.ts'
import {
  type JobReference,
  type JobState,
  type Provider,
  ProviderError,
} from '#providers/provider.ts'
import type { ClaimedGeneration } from '../queries/generation-steps.ts'
import { maxAttempts, pollDelay } from '../rules/timetable.ts'
import { findProvider, hasWebhook } from './find-provider.ts'
import { reportFailure, type StepOutcome } from './outcome.ts'

/** Reads the state of a job from the provider. */
export async function pollJob(
  context: Parts<'log' | 'parsers' | 'providers'>,
  row: ClaimedGeneration,
): Promise<StepOutcome> {
  const { provider_job: job, cancel_requested_at: mustCancel } = row
  if (!job) throw new Error('A submitted generation has no provider job')
  const { provider } = findProvider(context, job.provider)
  if (mustCancel && (await isRemoved(context, provider, job))) return { failure: 'cancelled' }

  const state = await readState(provider, row, job)
  if (!state) return provider.isRepeatable ? submitAgain : { failure: 'result_lost' }

  const polls = row.polls + 1
  const next = { attempts: 0, polls, delay: pollDelay(polls, hasWebhook(context, job)) }
  switch (state.state) {
    case 'queued':
      return { ...next, step: 'poll', queuePosition: state.position }
    case 'running': {
      const { progress, preview: image } = state
      const preview = image && (await drawPreview(context, row.account_id, image))
      return {
        ...{ ...next, step: 'poll', status: 'processing', queuePosition: null, progress },
        ...(preview && { preview }),
      }
    }
    case 'finished':
      return { ...finished, polls, queuePosition: null, runMs: state.runMs }
  }
}

/** The job is lost, and running it again costs nothing. */
const submitAgain = {
  step: 'submit',
  status: 'pending',
  attempts: 0,
  delay: 0,
  queuePosition: null,
  progress: null,
  preview: null,
  notSubmitted: true,
} as const

const finished = {
  step: 'collect',
  status: 'processing',
  attempts: 0,
  delay: 0,
  finished: true,
} as const

/**
 * `null`: the job is lost: the provider does not know it, or cannot be reached any more where it may
 * run again elsewhere. A few such answers may be transient errors.
 */
async function readState(
  provider: Provider,
  { attempts }: ClaimedGeneration,
  job: JobReference,
): Promise<JobState | null> {
  return provider.status(job).catch((error: unknown) => {
    const isLost = error instanceof ProviderError && isLossOf(provider, error)
    if (isLost && attempts + 1 >= maxAttempts) return null
    throw error
  })
}

function isLossOf({ isRepeatable }: Provider, { code, delivery }: ProviderError): boolean {
  return code === 'not_found' || (isRepeatable === true && delivery === 'refused')
}

/**
 * Passes a cancellation on that was requested before the provider had the job, or while a poll
 * found it running. Its status decides the rest.
 */
async function isRemoved(
  { log }: Parts<'log'>,
  provider: Provider,
  job: JobReference,
): Promise<boolean> {
  return provider.cancel(job).then(
    (answer) => answer === 'removed',
    (error: unknown) => {
      log.warn({ err: error }, 'cancelling at the provider failed')
      return false
    },
  )
}

/**
 * Asks the provider to cancel a job past its deadline; one that cannot be cancelled any more has a
 * result. A generation that was never submitted fails as delayed, not as too slow.
 */
export async function stopJob(
  context: Parts<'log' | 'meter' | 'providers'>,
  row: ClaimedGeneration,
): Promise<StepOutcome> {
  const job = row.provider_job
  if (!job) return { failure: 'temporarily_unavailable' }
  try {
    const answer = await findProvider(context, job.provider).provider.cancel(job)
    if (answer === 'too_late') return finished
  } catch (error) {
    reportFailure(context, row, error)
  }
  return { failure: 'deadline' }
}
