import { modelOf } from '#core/models/rules/catalogue.ts'
import type { Parts } from '#core/parts.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { ProviderError, type ProviderErrorCode } from '#providers/provider.ts'
import type { Ending } from '../queries/end-generation.ts'
import type { ClaimedGeneration, Progress } from '../queries/generation-steps.ts'
import type { FailureCode } from '../rules/failure.ts'
import { maxAttempts, maxDownloadAttempts, retryDelay, withJitter } from '../rules/timetable.ts'

/** The generation must be failed and refunded. `alert` is for the operator. */
export type StepFailure = {
  failure: FailureCode
  providerMessage?: string | null
  alert?: Ending['alert']
}

/**
 * The result of a step: the row's next step, a failure, or `ended` because the generation has its
 * result or had ended before.
 */
export type StepOutcome = Progress | StepFailure | 'ended'

const failures: Record<ProviderErrorCode, FailureCode> = {
  invalid_input: 'invalid_input',
  content_policy: 'content_policy',
  input_unreachable: 'input_unreachable',
  provider_locked: 'temporarily_unavailable',
  provider_funds: 'temporarily_unavailable',
  provider_auth: 'temporarily_unavailable',
  rate_limited: 'temporarily_unavailable',
  cancelled: 'cancelled',
  not_found: 'result_lost',
  not_finished: 'provider_error',
  too_large: 'provider_error',
  unreadable: 'provider_error',
  timeout: 'provider_error',
  unavailable: 'provider_error',
  unknown: 'provider_error',
}

/** Maps an error of the provider to the failure code shown to the owner. */
export function failureCodeOf(error: unknown): FailureCode {
  return error instanceof ProviderError ? failures[error.code] : 'provider_error'
}

/** Decides what follows a step that threw: a retry after a pause, or failure. */
export function decideRetry(row: ClaimedGeneration, error: unknown): Progress | StepFailure {
  if (row.attempts + 1 < attemptsFor(row, error)) {
    const delay = withJitter(retryDelay(row.attempts), Math.random())
    return { step: row.step, attempts: row.attempts + 1, delay }
  }
  const isLost = isResultStep(row) && (!(error instanceof ProviderError) || error.retryable)
  return {
    failure: isLost ? 'result_lost' : failureCodeOf(error),
    providerMessage: error instanceof ProviderError ? error.words : (error as Error).message,
  }
}

/**
 * How often a step is tried that fails with this error. Polling is limited by the deadline alone.
 * Our own errors never fail a job that the provider has finished.
 */
function attemptsFor(row: ClaimedGeneration, error: unknown): number {
  if (row.step === 'poll') return Number.POSITIVE_INFINITY
  if (!(error instanceof ProviderError))
    return isResultStep(row) ? Number.POSITIVE_INFINITY : maxAttempts
  if (isResultStep(row)) return resultAttempts(row, error)
  return error.retryable || error.code === 'not_found' ? maxAttempts : 1
}

/** Whether the provider has finished the job of this row. */
export function isResultStep({ step }: ClaimedGeneration): boolean {
  return step === 'collect' || step === 'store'
}

/**
 * How often the download of a finished result is tried that fails with this error
 * (docs/providers.md#answers-that-cannot-be-read). An unreachable host may come back; a missing
 * file rarely appears, and an answer that is no JSON rarely becomes JSON.
 */
export function resultAttempts({ past_deadline }: ClaimedGeneration, error: ProviderError): number {
  if (error.code === 'not_found' || error.code === 'unreadable') return maxAttempts
  if (!error.retryable) return 1
  if (isAway(error)) return maxDownloadAttempts
  return past_deadline ? maxAttempts : Number.POSITIVE_INFINITY
}

/** Whether the connection is refused or timed out, or a gateway answered instead. */
function isAway({ code, httpStatus, delivery }: ProviderError): boolean {
  return delivery === 'refused' || code === 'timeout' || (httpStatus !== null && httpStatus >= 500)
}

/**
 * Logs and counts the error of a step by its origin. The provider's text goes to the log and never
 * to a browser. `provider`: whose, where the job is not there yet. Storage errors are counted where storage is called (storage/watch-storage.ts).
 */
export function reportFailure(
  { log, meter }: Parts<'log' | 'meter'>,
  row: ClaimedGeneration,
  error: unknown,
  provider = row.provider_job?.provider ?? modelOf(row)?.provider ?? 'unknown',
): void {
  const fields = { generation: row.id, provider, step: row.step, attempt: row.attempts + 1 }
  if (error instanceof StorageUnavailable) {
    log.error({ ...fields, err: error }, 'storage failed')
    return
  }
  const code = error instanceof ProviderError ? error.code : 'internal'
  meter.count('atelier_provider_errors_total', { provider, code })
  const details = { ...fields, code, err: error }
  if (code === 'internal') log.error(details, 'step failed unexpectedly')
  else if (code.startsWith('provider_')) log.error(details, 'provider rejected our account')
  else log.warn(details, 'step failed')
}
