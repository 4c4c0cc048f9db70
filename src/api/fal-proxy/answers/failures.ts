import type { FailureCode } from '#domain/failure.ts'

/**
 * How fal would tell each failure (docs/providers/fal.md#errors): what is wrong with the input as a
 * list of details of that `type`, everything else as one sentence and an `error_type`.
 */
export type FalFailure = { status: number; input: string } | { status: number; errorType: string }

/** The client repeats 502, 503 and 504, so only what passes by itself is one of them. */
export const falFailures: Record<FailureCode, FalFailure> = {
  invalid_input: { status: 422, input: 'value_error' },
  content_policy: { status: 422, input: 'content_policy_violation' },
  input_unreachable: { status: 422, input: 'file_download_error' },
  temporarily_unavailable: { status: 503, errorType: 'runner_scheduling_failure' },
  provider_error: { status: 500, errorType: 'runner_server_error' },
  no_result: { status: 500, errorType: 'internal_error' },
  result_lost: { status: 500, errorType: 'internal_error' },
  unknown_outcome: { status: 500, errorType: 'internal_error' },
  deadline: { status: 504, errorType: 'request_timeout' },
  cancelled: { status: 499, errorType: 'client_cancelled' },
}
