import { createHmac } from 'node:crypto'
import type { CheckoutDetails } from '#core/credits/payment-message-rules.ts'
import { centsOf, type PaymentReport } from '../plan/plan-money.ts'

export const webhookSecret = 'whsec_of_this_run'

/** What was ordered, and by which names the payment provider knows it. */
export type Sold = { bought: CheckoutDetails; checkoutId: string; intentId: string }

const checkoutTypes = {
  paid: ['completed', 'paid'],
  waiting: ['completed', 'unpaid'],
  'paid late': ['async_payment_succeeded', 'paid'],
  failed: ['async_payment_failed', 'unpaid'],
  expired: ['expired', 'unpaid'],
  'of another amount': ['completed', 'paid'],
} as const

/**
 * An event in Stripe's words (https://docs.stripe.com/api/events/object). `number` is unique
 * within its sale.
 */
export function eventOf(sold: Sold, report: PaymentReport, number: number) {
  const { type, object } = stripeObjectOf(sold, report)
  const created = Math.floor(Date.now() / 1_000) + number
  return {
    id: `evt_${sold.checkoutId}_${number}`,
    object: 'event',
    created,
    type,
    data: { object },
  }
}

function stripeObjectOf(
  { bought, checkoutId, intentId }: Sold,
  report: PaymentReport,
): { type: string; object: object } {
  const { amount, currency } = bought
  if (report.about === 'refund') {
    const amount_refunded = centsOf(report.part, amount)
    return {
      type: 'charge.refunded',
      object: { object: 'charge', payment_intent: intentId, amount_refunded, currency },
    }
  }
  if (report.about === 'dispute') {
    const { state: status, part } = report
    const type = `charge.dispute.${status === 'won' || status === 'lost' ? 'closed' : 'created'}`
    const about = { payment_intent: intentId, amount: centsOf(part, amount), currency }
    return { type, object: { id: `dp_${checkoutId}`, object: 'dispute', status, ...about } }
  }
  const [type, payment_status] = checkoutTypes[report.what]
  const object = {
    ...{ id: checkoutId, object: 'checkout.session', payment_status, currency },
    client_reference_id: bought.paymentId,
    payment_intent: report.what === 'expired' ? null : intentId,
    amount_total: report.what === 'of another amount' ? amount - 1 : amount,
    metadata: { account_id: bought.accountId, pack: bought.pack, credits: String(bought.credits) },
  }
  return { type: `checkout.session.${type}`, object }
}

/** The header that Stripe's library makes; `at` in seconds since 1970. */
export function signatureOf(
  body: object,
  secret = webhookSecret,
  at = Math.floor(Date.now() / 1_000),
): string {
  const digest = createHmac('sha256', secret)
    .update(`${at}.${JSON.stringify(body)}`)
    .digest('hex')
  return `t=${at},v1=${digest}`
}
