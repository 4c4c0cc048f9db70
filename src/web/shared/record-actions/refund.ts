import { useQueryClient } from '@tanstack/react-query'
import type { GenerationView } from '#core/generations/generation-contract.ts'
import { accountQuery } from '#web/lib/account.ts'
import { ApiError } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import {
  generationKey,
  generationQuery,
  historyKey,
  type RefundAnswer,
  refundCredits,
} from '#web/lib/jobs/generations.ts'
import { m } from '#web/messages/compiled/messages.js'
import { type Toast, toast } from '#web/ui/feedback/toast.ts'

/** Requests a refund of a failed generation, and reports the outcome by a toast. Never throws. */
export function useRefund({ id }: Pick<GenerationView, 'id'>): (reason: string) => Promise<void> {
  const client = useQueryClient()

  return async (reason) => {
    const known = client.getQueryData<GenerationView>(generationKey(id))
    const obstacle = known ? refundObstacle(known) : null
    if (obstacle) return say(obstacleToast(obstacle))
    try {
      const { request_id } = known ?? (await client.fetchQuery(generationQuery(id)))
      say(answerToast(await refundCredits(request_id, reason.replace(/\s+/g, ' ').trim())))
    } catch (error) {
      say(troubleToast(error))
    }
    await Promise.allSettled([
      client.fetchQuery({ ...generationQuery(id), staleTime: 0 }),
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
      client.invalidateQueries({ queryKey: historyKey }),
    ])
  }
}

function say({ message, ...options }: Toast) {
  toast(message, options)
}

export type RefundObstacle = 'no_request_id' | 'already_refunded' | 'not_failed'

type RefundableGeneration = Pick<
  GenerationView,
  'request_id' | 'status' | 'credits_charged' | 'credits_refunded' | 'refunded_at'
>

/**
 * Why a refund cannot be requested; `null` where it can
 * (docs/spec/history.md#refund-of-a-failed-record).
 */
export function refundObstacle(generation: RefundableGeneration): RefundObstacle | null {
  const { request_id, status, credits_charged, credits_refunded, refunded_at } = generation
  if (request_id === '') return 'no_request_id'
  const isRefunded =
    refunded_at !== null || (credits_charged > 0 && credits_refunded >= credits_charged)
  if (isRefunded) return 'already_refunded'
  return status === 'failed' ? null : 'not_failed'
}

const obstacles: Record<RefundObstacle, () => string> = {
  no_request_id: m.refund_no_request_id,
  already_refunded: m.refund_already,
  not_failed: m.refund_only_failed,
}

/** The text for that reason (docs/spec/history.md#refund-of-a-failed-record). */
export function obstacleToast(obstacle: RefundObstacle): Toast {
  return { message: obstacles[obstacle](), tone: 'warn' }
}

/** The outcome of a refund request (docs/spec/history.md#refund-of-a-failed-record). */
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

/** There was no answer, or not that of a refund: the server's reason is shown where it gave one. */
export function troubleToast(error: unknown): Toast {
  const why = error instanceof ApiError ? error.body?.error : undefined
  if (why) return { message: m.refund_failed(), description: why, tone: 'bad' }
  return { message: m.refund_unknown(), description: m.refund_unknown_text(), tone: 'bad' }
}
