import type Stripe from 'stripe'
import type {
  DisputeState,
  PaymentMessage,
  Progress,
  RefundReport,
} from '#core/credits/payment-message-rules.ts'
import { refundState, requestName, storableText } from './refund.ts'

/** The required events: without them we would miss payments, refunds or disputes. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Stripe.Event['type'][]

/** Also required where Stripe makes invoices. */
export const invoiceEvent = 'invoice.paid' satisfies Stripe.Event['type']

/** Converts an event of Stripe's; `null`: it is irrelevant. */
export function readMessage(event: Stripe.Event): PaymentMessage | null {
  switch (event.type) {
    case 'checkout.session.completed':
      return checkout(
        event.data.object,
        event.data.object.payment_status === 'unpaid' ? 'waiting' : 'paid',
      )
    case 'checkout.session.async_payment_succeeded':
      return checkout(event.data.object, 'paid')
    case 'checkout.session.async_payment_failed':
      return checkout(event.data.object, 'failed')
    case 'checkout.session.expired':
      return checkout(event.data.object, 'expired')
    case 'charge.refunded': {
      const { payment_intent, amount_refunded: amount, currency } = event.data.object
      return ofIntent(payment_intent, (intentId) => ({
        about: 'refund',
        intentId,
        amount,
        currency,
      }))
    }
    case 'refund.created':
    case 'refund.updated':
      return refundProgress(event.data.object)
    case 'refund.failed': {
      const { payment_intent, amount, currency } = event.data.object
      const report = reportOf(event.data.object)
      return ofIntent(payment_intent, (intentId) => ({
        about: 'failed-refund',
        ...{ intentId, amount, currency, ...report },
      }))
    }
    case invoiceEvent:
      return invoice(event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return dispute(event.data.object)
    default:
      return null
  }
}

/**
 * A checkout without a payment id of ours belongs to another product with the same Stripe account.
 */
function checkout(session: Stripe.Checkout.Session, progress: Progress): PaymentMessage | null {
  const { client_reference_id: paymentId, metadata } = session
  if (!paymentId || !metadata?.account_id) return null
  return {
    about: 'checkout',
    checkoutId: session.id,
    intentId: idOf(session.payment_intent),
    progress,
    bought: {
      paymentId,
      accountId: metadata.account_id,
      pack: metadata.pack ?? '',
      credits: Number(metadata.credits),
      amount: session.amount_total ?? 0,
      currency: session.currency ?? '',
    },
    tax: session.total_details?.amount_tax ?? 0,
  }
}

/** The invoice of a checkout of ours, which its metadata name. */
function invoice({
  id,
  metadata,
  hosted_invoice_url: url,
  invoice_pdf: pdf,
  total: amount,
  currency,
}: Stripe.Invoice): PaymentMessage | null {
  const { payment_id: paymentId, account_id: accountId } = metadata ?? {}
  if (!id || !url || !paymentId || !accountId) return null
  const details = { paymentId, accountId, invoiceId: id, url, pdf: pdf ?? null, amount, currency }
  return { about: 'invoice', intentId: null, ...details }
}

/** Whether an address is a page of Stripe's, or below those of its substitute. */
export function isInvoicePage(address: string, substitute: string | undefined): boolean {
  if (substitute !== undefined && address.startsWith(`${substitute}/`)) return true
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  const isStripes = hostname === 'stripe.com' || hostname.endsWith('.stripe.com')
  return protocol === 'https:' && isStripes && `${port}${username}${password}` === ''
}

/** The progress of a refund that we requested; of others only the total counts. */
function refundProgress(refund: Stripe.Refund): PaymentMessage | null {
  const { payment_intent, amount, currency, status } = refund
  const report = reportOf(refund)
  if (report.requestId === null) return null
  return ofIntent(payment_intent, (intentId) => ({
    about: 'refund-progress',
    state: refundState(status),
    ...{ intentId, amount, currency, ...report },
  }))
}

function reportOf({ id, metadata, failure_reason }: Stripe.Refund) {
  const report = { requestId: metadata?.[requestName], refundId: id, error: failure_reason }
  return {
    requestId: storableText(report.requestId),
    refundId: storableText(report.refundId),
    error: storableText(report.error),
  } satisfies RefundReport
}

/** Stripe's states of a dispute. An inquiry (`warning`) has taken no money. */
const disputeStates: Record<string, DisputeState> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  lost: 'lost',
  won: 'won',
  prevented: 'won',
}

function dispute({
  id,
  payment_intent,
  status,
  amount,
  currency,
}: Stripe.Dispute): PaymentMessage | null {
  const state = disputeStates[status] ?? 'inquiry'
  return ofIntent(payment_intent, (intentId) => ({
    about: 'dispute',
    intentId,
    disputeId: id,
    state,
    amount,
    currency,
  }))
}

type Reference = string | { id: string } | null

function idOf(reference: Reference): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

function ofIntent(intent: Reference, tell: (id: string) => PaymentMessage): PaymentMessage | null {
  const id = idOf(intent)
  return id ? tell(id) : null
}
