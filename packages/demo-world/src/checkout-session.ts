import type { Language } from './demo-page.ts'

/** A checkout of the demo, with Stripe's field names. Amounts in the currency's smallest unit. */
export type DemoSession = {
  id: string
  intentId: string
  reference: string | null
  email: string | null
  metadata: Record<string, string>
  description: string
  /** The price, and the tax; `amount` is what is paid, with tax. */
  price: number
  tax: number
  amount: number
  /** The metadata of the invoice; `null`: none is made. */
  invoice: Record<string, string> | null
  currency: string
  language: Language
  successUrl: string
  cancelUrl: string
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  refunded: number
  refunds: DemoRefund[]
  createdAt: number
}

/** A refund of the demo (https://docs.stripe.com/api/refunds/object). */
export type DemoRefund = {
  id: string
  amount: number
  metadata: Record<string, string>
  /** Why the bank rejected it; `null`: it did not. */
  failure: string | null
}

/** The same in the form of Stripe's API. */
export function refundObject({ id, amount, metadata, failure }: DemoRefund, session: DemoSession) {
  return {
    ...{ id, object: 'refund', amount, metadata },
    currency: session.currency,
    payment_intent: session.intentId,
    status: failure === null ? 'succeeded' : 'failed',
    failure_reason: failure,
  }
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
    amount_subtotal: session.price,
    amount_total: session.amount,
    total_details: { amount_tax: session.tax },
    invoice: session.isPaid && session.invoice ? invoiceId(session) : null,
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

const invoiceId = ({ id }: DemoSession) => id.replace('cs_', 'in_')

/** The invoice of a paid session (https://docs.stripe.com/api/invoices/object). */
export function invoiceObject(session: DemoSession, page: string) {
  return {
    id: invoiceId(session),
    object: 'invoice',
    metadata: session.invoice,
    total: session.amount,
    currency: session.currency,
    status: 'paid',
    hosted_invoice_url: page,
    invoice_pdf: null,
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
