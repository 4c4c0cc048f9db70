import { type FailureCode, failureCodes } from './failure.ts'
import { isOpen, type Status } from './status.ts'

export type RetryFacts = {
  status: Status
  failure: FailureCode | null
  isDeleted: boolean
  /** Whether the provider accepted the job and returned its id. */
  hasJob: boolean
}

/**
 * What an operator's retry does. `poll`: polls an open generation now. `result`: fetches the result
 * of the provider's job, `start`: submits again; both as a new generation that is free for its
 * owner.
 */
export type RetryDecision = 'poll' | 'result' | 'start'

/** Its owner cancelled it, or the provider would reject the same input again. */
const final: readonly FailureCode[] = ['cancelled', 'invalid_input', 'content_policy']

/** The failures that a retry of all may include. */
export const retryableFailures: readonly FailureCode[] = failureCodes.filter(
  (code) => !final.includes(code),
)

/** Failures after which the provider may still have a result to fetch. */
const mayBeThere: readonly FailureCode[] = [
  'result_lost',
  'deadline',
  'temporarily_unavailable',
  'no_result',
]

/**
 * Returns what a retry does; `null`: nothing, because it completed, is deleted, or would fail
 * again. `wanted` overrides where a failed one restarts.
 */
export function decideRetry(
  { status, failure, isDeleted, hasJob }: RetryFacts,
  wanted?: 'result' | 'start',
): RetryDecision | null {
  if (isDeleted) return null
  if (isOpen(status)) return 'poll'
  if (status !== 'failed' || failure === null || final.includes(failure)) return null
  if (wanted === 'result' && !hasJob) return null
  return wanted ?? (hasJob && mayBeThere.includes(failure) ? 'result' : 'start')
}
