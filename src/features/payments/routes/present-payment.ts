import type { AdminPaymentView, AdminRefundView, PaymentEventView } from '../admin-contract.ts'
import type { readAllPayments } from '../read-payments.ts'
import { refundableOf } from '../refund-payment.ts'
import type { PaymentRefundRow } from '../refund-queries.ts'
import { refundableAmount } from '../refund-rules.ts'

type PaymentsFound = Awaited<ReturnType<typeof readAllPayments>>

/** Presents a payment with the payment provider's events. */
export function presentPayment(
  row: PaymentsFound['payments'][number],
  { events, refunds }: Pick<PaymentsFound, 'events' | 'refunds'>,
): AdminPaymentView {
  const own = refunds.filter((refund) => refund.payment_id === row.id)
  const {
    id,
    pack,
    credits,
    amount,
    currency,
    total,
    tax,
    status,
    checkout_id,
    intent_id,
    amount_refunded,
    taken_back,
  } = row
  return {
    ...{
      id,
      pack,
      credits,
      amount,
      currency,
      total,
      tax,
      status,
      checkout_id,
      intent_id,
      amount_refunded,
      taken_back,
    },
    refundable: refundableAmount(refundableOf(row, own)),
    refunds: own.map(presentRefund),
    invoice_url: row.invoice?.url ?? null,
    invoice_pdf: row.invoice?.pdf ?? null,
    account: { id: row.account_id, email: row.email },
    created_at: row.created_at.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    events: events.filter((event) => event.payment_id === id).map(presentEvent),
  }
}

/** Presents a refund that an operator requested. */
export function presentRefund(row: PaymentRefundRow): AdminRefundView {
  const { id, amount, state, error, actor, created_at } = row
  return { id, amount, state, error, actor, created_at: created_at.toISOString() }
}

/** Presents one event of the payment provider. */
export function presentEvent(event: PaymentsFound['events'][number]): PaymentEventView {
  const { payment_id: _, ...rest } = event
  return {
    ...rest,
    created_at: event.created_at.toISOString(),
    received_at: event.received_at.toISOString(),
  }
}
