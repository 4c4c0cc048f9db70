import type Stripe from 'stripe'
import type { RefundState } from '#core/credits/payment-message-rules.ts'
import { toStorableText } from '#core/models/rules/storable-text.ts'
import { PaymentsUnavailable, type RefundAnswer, type RefundOrder } from './payments.ts'

/** The name of our request among a refund's metadata, which Stripe's events repeat. */
export const requestName = 'refund_request'

/**
 * Refunds through Stripe's API. Stripe forgets idempotency keys after a day or more, so a repeated
 * request is first looked for among the refunds of the payment.
 * Throws `PaymentsUnavailable` when it is not known whether Stripe made it.
 */
export async function refund(stripe: Stripe, order: RefundOrder): Promise<RefundAnswer> {
  const { intentId, amount, requestId, isRepeat } = order
  try {
    const known = isRepeat ? await findRefund(stripe, order) : undefined
    const made =
      known ??
      (await stripe.refunds.create(
        {
          payment_intent: intentId,
          amount,
          reason: 'requested_by_customer',
          metadata: { [requestName]: requestId },
        },
        { idempotencyKey: `refund-${requestId}` },
      ))
    return {
      state: refundState(made.status),
      refundId: made.id,
      error: storableText(made.failure_reason),
    }
  } catch (error) {
    const type = stripeType(error)
    if (type === null) throw error
    const { message } = error as Error
    if (isRejected(type, isRepeat))
      return { state: 'refused', refundId: null, error: storableText(message) }
    throw new PaymentsUnavailable(`${type}: ${message}`, { cause: error })
  }
}

async function findRefund(stripe: Stripe, { intentId, requestId }: RefundOrder) {
  for await (const one of stripe.refunds.list({ payment_intent: intentId, limit: 100 }))
    if (one.metadata?.[requestName] === requestId) return one
  return undefined
}

/** Of an earlier attempt, a rejected key or permission says nothing. */
function isRejected(type: string, isRepeat: boolean): boolean {
  if (type === 'StripeInvalidRequestError' || type === 'StripeCardError') return true
  return !isRepeat && (type === 'StripeAuthenticationError' || type === 'StripePermissionError')
}

/** Converts Stripe's status of a refund. */
export function refundState(status: string | null): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

/** Returns a text of Stripe’s as it can be stored; `null`: there is none. */
export function storableText(text: unknown): string | null {
  return typeof text === 'string' && text !== '' ? toStorableText(text).slice(0, 500) : null
}

/** Returns which of the library's errors it is; `null`: another one. */
export function stripeType(error: unknown): string | null {
  const type = error instanceof Error && 'type' in error ? String(error.type) : ''
  return type.startsWith('Stripe') ? type : null
}
