/** A checkout of the demo, with Stripe's field names. Amounts in the currency's smallest unit. */
export type DemoSession = {
  id: string
  intentId: string
  reference: string | null
  email: string | null
  metadata: Record<string, string>
  description: string
  amount: number
  currency: string
  language: 'en' | 'zh'
  successUrl: string
  cancelUrl: string
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  refunded: number
  createdAt: number
}

/**
 * The same in the form of Stripe's API (https://docs.stripe.com/api/checkout/sessions/object),
 * limited to the fields that clients read.
 */
export function sessionObject(session: DemoSession, url: string | null) {
  return {
    id: session.id,
    object: 'checkout.session',
    mode: 'payment',
    amount_subtotal: session.amount,
    amount_total: session.amount,
    currency: session.currency,
    client_reference_id: session.reference,
    customer_email: session.email,
    metadata: session.metadata,
    payment_intent: session.status === 'complete' ? session.intentId : null,
    payment_status: session.isPaid ? 'paid' : 'unpaid',
    status: session.status,
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    created: session.createdAt,
    livemode: false,
    url,
  }
}

/** The charge behind a paid session (https://docs.stripe.com/api/charges/object). */
export function chargeObject({ intentId, amount, refunded, currency, createdAt }: DemoSession) {
  return {
    id: intentId.replace('pi_', 'ch_'),
    object: 'charge',
    payment_intent: intentId,
    amount,
    amount_refunded: refunded,
    refunded: refunded >= amount,
    currency,
    paid: true,
    created: createdAt,
    livemode: false,
  }
}
