import type { Claimed } from '#database/queries/life/steps.ts'
import type { FailureCode } from '#domain/failure.ts'
import { ProviderError, type ProviderErrorCode } from '#providers/provider.ts'
import type { ServiceContext } from '../../context.ts'

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
  timeout: 'provider_error',
  unavailable: 'provider_error',
  unknown: 'provider_error',
}

/** What a provider's trouble means for the person whose work it was. */
export function failureOf(error: unknown): FailureCode {
  return error instanceof ProviderError ? failures[error.code] : 'provider_error'
}

/** Tells the operator. The provider's own text goes to the log and never to a browser. */
export function reportTrouble({ log, meter }: ServiceContext, row: Claimed, error: unknown): void {
  const code = error instanceof ProviderError ? error.code : 'internal'
  meter.count('atelier_provider_errors_total', { code })
  const isOperators = code === 'internal' || code.startsWith('provider_')
  const fields = { generation: row.id, step: row.step, attempt: row.attempts + 1, code, reason: String(error) }
  if (isOperators) log.error(fields, 'the provider refuses our account, or we failed')
  else log.warn(fields, 'a step failed')
}
