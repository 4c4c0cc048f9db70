import { ApiError } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { RefundAnswer } from '#web/lib/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import type { Toast } from '#web/ui/feedback/toast.ts'
import type { RefundObstacle } from './refund-obstacle.ts'

const obstacles: Record<RefundObstacle, () => string> = {
  no_request_id: m.refund_no_request_id,
  already_refunded: m.refund_already,
  not_failed: m.refund_only_failed,
}

/** Why it is not asked for (docs/spec/history.md#refund-of-a-failed-record). */
export function obstacleToast(obstacle: RefundObstacle): Toast {
  return { message: obstacles[obstacle](), tone: 'warn' }
}

/** What became of a request for a refund (docs/spec/history.md#refund-of-a-failed-record). */
export function answerToast(answer: RefundAnswer): Toast {
  if (answer.success) {
    const { refund_amount: count } = answer.data
    return { message: m.refund_done({ count, credits: formatNumber(count) }), tone: 'good' }
  }
  if (answer.refund_status === 'duplicate_attempt')
    return { message: m.refund_duplicate(), tone: 'warn' }
  if (answer.refund_status === 'not_failed') return obstacleToast('not_failed')
  return { message: m.refund_failed(), description: answer.error, tone: 'bad' }
}

/**
 * Nobody answered, or not as a refund is answered: the reason is said where the server gave one.
 */
export function troubleToast(error: unknown): Toast {
  const why = error instanceof ApiError ? error.body?.error : undefined
  if (why) return { message: m.refund_failed(), description: why, tone: 'bad' }
  return { message: m.refund_unknown(), description: m.refund_unknown_text(), tone: 'bad' }
}
