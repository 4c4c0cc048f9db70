import type { GenerationView } from '#contract/generation.ts'

export type RefundObstacle = 'no_request_id' | 'already_refunded' | 'not_failed'

type Asked = Pick<
  GenerationView,
  'request_id' | 'status' | 'credits_charged' | 'credits_refunded' | 'refunded_at'
>

/**
 * Why a refund need not even be asked for; `null` where it may be
 * (docs/spec/history.md#refund-of-a-failed-record).
 */
export function refundObstacle(generation: Asked): RefundObstacle | null {
  const { request_id, status, credits_charged, credits_refunded, refunded_at } = generation
  if (request_id === '') return 'no_request_id'
  const isRefunded =
    refunded_at !== null || (credits_charged > 0 && credits_refunded >= credits_charged)
  if (isRefunded) return 'already_refunded'
  return status === 'failed' ? null : 'not_failed'
}
