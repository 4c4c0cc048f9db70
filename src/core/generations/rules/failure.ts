/**
 * Why a generation failed, as a stable code. The text for people is made from it in their language;
 * only `invalid_input` and `content_policy` may contain the provider's own text
 * (docs/spec/texts.md).
 */
export const failureCodes = [
  'invalid_input',
  'content_policy',
  'input_unreachable',
  'temporarily_unavailable',
  'provider_error',
  'no_result',
  'result_lost',
  'unknown_outcome',
  'deadline',
  'cancelled',
] as const
export type FailureCode = (typeof failureCodes)[number]

/** The provider's message may be shown only where it is about the person's own input. */
export function mayShowProviderMessage(code: FailureCode): boolean {
  return code === 'invalid_input' || code === 'content_policy' || code === 'input_unreachable'
}

/** Whether the provider had taken the job, and it failed there for no reason of the person's. */
export function isProvidersFailure(code: FailureCode): boolean {
  return ['provider_error', 'no_result', 'result_lost', 'deadline'].includes(code)
}
