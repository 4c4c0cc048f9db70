import type { Claimed } from '#database/queries/generation-steps.ts'
import type { FailureCode } from '#domain/failure.ts'
import { maxAttempts, maxDownloadAttempts } from '#domain/timetable.ts'
import { ProviderError, type ProviderErrorCode } from '#providers/provider.ts'
import { StorageUnavailable } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'

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
  timeout: 'provider_error',
  unavailable: 'provider_error',
  unknown: 'provider_error',
}

/** What a provider's trouble means for the person whose work it was. */
export function failureOf(error: unknown): FailureCode {
  return error instanceof ProviderError ? failures[error.code] : 'provider_error'
}

/**
 * How often a finished result is fetched that fails so. A provider or file host that is away may
 * come back; one that answers brokenly is asked until the deadline; what is missing there rarely
 * follows.
 */
export function resultAttempts({ past_deadline }: Claimed, error: ProviderError): number {
  if (error.code === 'not_found') return maxAttempts
  if (!error.retryable) return 1
  if (isAway(error)) return maxDownloadAttempts
  return past_deadline ? maxAttempts : Number.POSITIVE_INFINITY
}

/** Nobody listens, nothing comes in time, or a gateway speaks in its place. */
function isAway({ code, httpStatus, delivery }: ProviderError): boolean {
  return delivery === 'refused' || code === 'timeout' || (httpStatus !== null && httpStatus >= 500)
}

/**
 * Logs and counts what a step failed with, by whose failure it is. The provider's own text goes to
 * the log and never to a browser. Errors of storage are counted where storage is called
 * (services/storing).
 */
export function reportTrouble({ log, meter }: ServiceContext, row: Claimed, error: unknown): void {
  const fields = { generation: row.id, step: row.step, attempt: row.attempts + 1 }
  if (error instanceof StorageUnavailable) {
    log.error({ ...fields, err: error }, 'storage failed')
    return
  }
  const code = error instanceof ProviderError ? error.code : 'internal'
  meter.count('atelier_provider_errors_total', { code })
  const details = { ...fields, code, err: error }
  if (code === 'internal') log.error(details, 'step failed unexpectedly')
  else if (code.startsWith('provider_')) log.error(details, 'provider rejected our account')
  else log.warn(details, 'step failed')
}
