import type { Ending } from '#database/queries/end-generation.ts'
import { findGeneration } from '#database/queries/generations.ts'
import {
  findGenerationOfJob,
  makePollDue,
  requestCancellation,
} from '#database/queries/resume-generation.ts'
import type { GenerationRow, ProviderJob } from '#database/tables.ts'
import { isOpen } from '#domain/status.ts'
import { type JobReference, ProviderError } from '#providers/provider.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'
import { failGeneration, unknownOutcomeAlert } from './end-generation.ts'
import { isId } from './read-generation.ts'

/**
 * May this one still be cancelled? Only while it waits, here or in the provider's queue, and once.
 */
export function canCancel(row: GenerationRow): boolean {
  if (isSubmitOutcomeUnknown(row)) return true
  return row.status === 'pending' && row.cancel_requested_at === null && !isBeingSubmitted(row)
}

/**
 * Did its submit get no answer, so that a webhook is waited for? Its owner may stop waiting and is
 * refunded.
 */
export function isSubmitOutcomeUnknown({
  step,
  provider_job: job,
}: Pick<GenerationRow, 'step' | 'provider_job'>): boolean {
  return step === 'await' && job === null
}

/** Its owner wants it cancelled, and nobody knows yet whether it finishes before that. */
export function isCancelling({ status, cancel_requested_at }: GenerationRow): boolean {
  return isOpen(status) && cancel_requested_at !== null
}

/**
 * `cancelled`: it is, and refunded in full. `cancelling`: the provider was asked, or will be; it
 * may still finish.
 */
export type Cancellation = 'cancelled' | 'cancelling'

/**
 * Cancels a waiting generation; asked again it answers the same. Throws `Refused`: `not_found`,
 * `unavailable`, and `too_late` of one that runs, has finished, or failed by itself.
 */
export async function cancelGeneration(
  context: ServiceContext,
  accountId: string,
  id: string,
): Promise<Cancellation> {
  const row = isId(id) ? await findGeneration(context.database, accountId, id) : undefined
  if (!row) throw new Refused({ reason: 'not_found' })
  // The operator is alerted, because the provider may bill the job that it never confirmed.
  if (isSubmitOutcomeUnknown(row)) return end(context, row, unknownOutcomeAlert(row))
  if (row.status !== 'pending' || isCancelling(row)) return stateOf(row)
  if (row.provider_job) return cancelJob(context, row, row.provider_job)
  // By compare-and-set: a worker that has begun to submit it was quicker, and cancels it once the
  // provider has it.
  if (!isBeingSubmitted(row) && (await failGeneration(context, row, 'cancelled')))
    return 'cancelled'
  return request(context, row)
}

function isBeingSubmitted({ provider_job, submit_started_at }: GenerationRow): boolean {
  return provider_job === null && submit_started_at !== null
}

async function cancelJob(
  context: ServiceContext,
  row: GenerationRow,
  job: JobReference,
): Promise<Cancellation> {
  const answer = await context.provider.cancel(job).catch((error: unknown) => {
    context.log.warn({ generation: row.id, err: error }, 'cancelling at the provider failed')
    throw error instanceof ProviderError ? new Refused({ reason: 'unavailable' }) : error
  })
  // Anything else may still finish and cost the operator: the job stays open and its result is
  // kept.
  if (answer === 'requested' || answer === 'not_found') return request(context, row)
  if (answer === 'removed' || (await wasCancelled(context, job))) return end(context, row)
  if (await makePollDue(context.database, row.id)) context.changes.publishDue()
  return stateOf(await readAgain(context, row))
}

/** Of a job that is over: was that because of an earlier cancellation? */
async function wasCancelled({ provider }: ServiceContext, job: JobReference): Promise<boolean> {
  return provider.result(job).then(
    () => false,
    (error: unknown) => error instanceof ProviderError && error.code === 'cancelled',
  )
}

async function end(
  context: ServiceContext,
  row: GenerationRow,
  note?: Ending['note'],
): Promise<Cancellation> {
  if (await failGeneration(context, row, 'cancelled', null, note)) return 'cancelled'
  return stateOf(await readAgain(context, row))
}

/**
 * What becomes of it is found out by asking the provider, which is done at once
 * (generation-steps/poll.ts).
 */
async function request(context: ServiceContext, row: GenerationRow): Promise<Cancellation> {
  if (!(await requestCancellation(context.database, row.id)))
    return stateOf(await readAgain(context, row))
  context.changes.publish({ accountId: row.account_id, generationId: row.id })
  context.changes.publishDue()
  return 'cancelling'
}

async function readAgain({ database }: ServiceContext, row: GenerationRow): Promise<GenerationRow> {
  return (await findGeneration(database, row.account_id, row.id)) ?? row
}

function stateOf(row: GenerationRow): Cancellation {
  if (row.status === 'failed' && row.error_code === 'cancelled') return 'cancelled'
  if (isCancelling(row)) return 'cancelling'
  throw new Refused({ reason: 'too_late' })
}

/**
 * Asks the provider to stop a job whose generation had ended before its id was known: it was
 * refunded and stays so. A job that a generation has is left alone. Never throws: the operator's
 * alert about the unknown outcome is there already.
 */
export async function cancelAbandonedJob(
  { database, provider, log }: Pick<ServiceContext, 'database' | 'provider' | 'log'>,
  generationId: string,
  job: ProviderJob,
): Promise<void> {
  const fields = { generation: generationId, job: job.requestId }
  try {
    if (await findGenerationOfJob(database, job.requestId)) return
    log.warn(
      { ...fields, answer: await provider.cancel(job) },
      'cancelled the job of an ended generation',
    )
  } catch (error) {
    log.error({ ...fields, err: error }, 'the job of an ended generation could not be cancelled')
  }
}
