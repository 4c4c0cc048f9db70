import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type JobReference, type Provider, ProviderError } from '#providers/provider.ts'
import { type EndGenerationParts, failGeneration, unknownOutcomeAlert } from './end-generation.ts'
import type { Ending } from './queries/end-generation.ts'
import { findGeneration } from './queries/generations.ts'
import {
  findGenerationOfJob,
  makePollDue,
  requestCancellation,
} from './queries/resume-generation.ts'
import { isOpen } from './rules/status.ts'
import { findProvider } from './steps/find-provider.ts'
import type { GenerationRow, ProviderJob } from './tables.ts'

/**
 * Whether it can still be cancelled: only while it waits, here or in the provider's queue, and
 * once.
 */
export function canCancel(row: GenerationRow): boolean {
  if (isSubmitOutcomeUnknown(row)) return true
  return row.status === 'pending' && row.cancel_requested_at === null && !isBeingSubmitted(row)
}

/**
 * Whether its submit got no answer, so that a webhook is awaited. Its owner may cancel it and is
 * refunded.
 */
export function isSubmitOutcomeUnknown({
  step,
  provider_job: job,
}: Pick<GenerationRow, 'step' | 'provider_job'>): boolean {
  return step === 'await' && job === null
}

/** Whether its owner requested a cancellation of which the outcome is not known yet. */
export function isCancelling({ status, cancel_requested_at }: GenerationRow): boolean {
  return isOpen(status) && cancel_requested_at !== null
}

/**
 * `cancelled`: it is, with a full refund. `cancelling`: the provider was asked, or will be; it may
 * still finish.
 */
export type Cancellation = 'cancelled' | 'cancelling'

/**
 * Cancels a waiting generation; repeated calls return the same. Throws `Refused`: `not_found`,
 * `unavailable`, and `too_late` where it runs, has finished, or failed by itself.
 */
export async function cancelGeneration(
  context: CancelGenerationParts,
  accountId: string,
  id: string,
): Promise<Cancellation> {
  const row = isId(id) ? await findGeneration(context.database, accountId, id) : undefined
  if (!row) throw new Refused({ reason: 'not_found' })
  // The operator is alerted, because the provider may bill the job that it never confirmed.
  if (isSubmitOutcomeUnknown(row)) return end(context, row, unknownOutcomeAlert(row))
  if (row.status !== 'pending' || isCancelling(row)) return stateOf(row)
  if (row.provider_job) return cancelJob(context, row, row.provider_job)
  // By compare-and-set: a worker that has begun the submit wins, and cancels the job once it is
  // known.
  if (!isBeingSubmitted(row) && (await failGeneration(context, row, 'cancelled')))
    return 'cancelled'
  return request(context, row)
}

function isBeingSubmitted({ provider_job, submit_started_at }: GenerationRow): boolean {
  return provider_job === null && submit_started_at !== null
}

export type CancelGenerationParts = EndGenerationParts & Parts<'providers'>

async function cancelJob(
  context: CancelGenerationParts,
  row: GenerationRow,
  job: JobReference,
): Promise<Cancellation> {
  const { provider } = findProvider(context, job.provider)
  const answer = await provider.cancel(job).catch((error: unknown) => {
    context.log.warn({ generation: row.id, err: error }, 'cancelling at the provider failed')
    throw error instanceof ProviderError ? new Refused({ reason: 'unavailable' }) : error
  })
  if (answer === 'unsupported') throw new Refused({ reason: 'too_late' })
  // Any other job may still finish and be billed: it stays open and its result is kept.
  if (answer === 'requested' || answer === 'not_found') return request(context, row)
  if (answer === 'removed' || (await wasCancelled(provider, job))) return end(context, row)
  if (await makePollDue(context.database, row)) context.changes.publishDue()
  return stateOf(await readAgain(context, row))
}

/** Whether a finished job was cancelled by an earlier request. */
async function wasCancelled(provider: Provider, job: JobReference): Promise<boolean> {
  return provider.result(job).then(
    () => false,
    (error: unknown) => error instanceof ProviderError && error.code === 'cancelled',
  )
}

async function end(
  context: EndGenerationParts,
  row: GenerationRow,
  alert?: Ending['alert'],
): Promise<Cancellation> {
  if (await failGeneration(context, row, 'cancelled', null, alert)) return 'cancelled'
  return stateOf(await readAgain(context, row))
}

/**
 * Records the request; the outcome is learnt by polling the provider at once
 * (generation-steps/poll.ts).
 */
async function request(
  context: Parts<'changes' | 'database'>,
  row: GenerationRow,
): Promise<Cancellation> {
  if (!(await requestCancellation(context.database, row)))
    return stateOf(await readAgain(context, row))
  context.changes.publish({ accountId: row.account_id, generationId: row.id })
  context.changes.publishDue()
  return 'cancelling'
}

async function readAgain(
  { database }: Parts<'database'>,
  row: GenerationRow,
): Promise<GenerationRow> {
  return (await findGeneration(database, row.account_id, row.id)) ?? row
}

function stateOf(row: GenerationRow): Cancellation {
  if (row.status === 'failed' && row.error_code === 'cancelled') return 'cancelled'
  if (isCancelling(row)) return 'cancelling'
  throw new Refused({ reason: 'too_late' })
}

/**
 * Cancels the job of a generation that had ended and was refunded before its job id was known. The
 * job of an open generation is left alone. Never throws: the operator has the alert about the
 * unknown outcome already.
 */
export async function cancelAbandonedJob(
  { database, providers, log }: Parts<'database' | 'providers' | 'log'>,
  generationId: string,
  job: ProviderJob,
): Promise<void> {
  const fields = { generation: generationId, provider: job.provider, job: job.requestId }
  try {
    if (await findGenerationOfJob(database, job)) return
    const { provider } = findProvider({ providers }, job.provider)
    log.warn(
      { ...fields, answer: await provider.cancel(job) },
      'cancelled the job of an ended generation',
    )
  } catch (error) {
    log.error({ ...fields, err: error }, 'the job of an ended generation could not be cancelled')
  }
}
