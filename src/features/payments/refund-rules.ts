import { type RefundState, refundStates } from '#core/credits/payment-message-rules.ts'

/**
 * Returns the states that a report of another may replace: reports only move a refund forward, so
 * that answers and events have the same result in any order.
 */
export function earlierStates(state: RefundState): RefundState[] {
  return refundStates.slice(0, refundStates.indexOf(state))
}

/** Whether the payment provider may or may not have made a refund: it must be sent again. */
export function isUnresolved(state: RefundState): boolean {
  return state === 'requested' || state === 'unknown'
}

/** A payment and the refunds that were requested of it; amounts in cents. */
export type RefundablePayment = {
  total: number
  refunded: number
  isPaid: boolean
  isDisputed: boolean
  refunds: readonly { amount: number; state: RefundState }[]
}

/**
 * Returns how much may still be refunded, in cents. A refund that was requested counts before its
 * event has arrived, and only once: the reported total includes it later. One that the bank rejected
 * does not count, although the total that was reported before may include it; should that be too
 * much, the payment provider refuses it.
 */
export function refundableAmount({
  total,
  refunded,
  isPaid,
  isDisputed,
  refunds,
}: RefundablePayment) {
  if (!isPaid || isDisputed) return 0
  const failed = sumOf(refunds, ({ state }) => state === 'failed')
  const requested = sumOf(refunds, ({ state }) => state !== 'refused' && state !== 'failed')
  return Math.max(0, total - Math.max(refunded - failed, requested))
}

function sumOf(
  refunds: RefundablePayment['refunds'],
  counts: (refund: RefundablePayment['refunds'][number]) => boolean,
): number {
  return refunds.filter(counts).reduce((sum, { amount }) => sum + amount, 0)
}

/** Why a refund of an amount is refused, or `null`. `max`: the most that may be refunded. */
export function refuseRefund(
  payment: RefundablePayment,
  amount: number,
): 'unresolved' | 'not_refundable' | { max: number } | null {
  if (payment.refunds.some(({ state }) => isUnresolved(state))) return 'unresolved'
  const max = refundableAmount(payment)
  if (max === 0) return 'not_refundable'
  return amount > max ? { max } : null
}
