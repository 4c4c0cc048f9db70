import { type FailureCode, failureCodes } from './failure.ts'
import { isOpen, type Status } from './status.ts'

export type RetryFacts = {
  status: Status
  failure: FailureCode | null
  isDeleted: boolean
  /** The provider took it and gave it a name. */
  hasJob: boolean
}

/**
 * What an operator's retry does. `poll`: an open one is looked at now. `result`: what the
 * provider's job has made is fetched, `start`: it is handed over anew; both as a new generation for
 * which its owner pays nothing.
 */
export type RetryDecision = 'poll' | 'result' | 'start'

/** Its owner gave it up, or the provider would refuse the same input again. */
const final: readonly FailureCode[] = ['cancelled', 'invalid_input', 'content_policy']

/** The failures that a retry of all may concern. */
export const retryableFailures: readonly FailureCode[] = failureCodes.filter(
  (code) => !final.includes(code),
)

/** Failed although the provider may well have made it: its result is worth asking for again. */
const mayBeThere: readonly FailureCode[] = [
  'result_lost',
  'deadline',
  'temporarily_unavailable',
  'no_result',
]

/**
 * What trying again means for this one; `null`: nothing, because it succeeded, is deleted, or would
 * fail again. `wanted` overrides where a failed one begins.
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
