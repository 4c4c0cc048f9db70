import type { PaymentView } from '#contract/payments.ts'
import type { PaymentRow } from '#services/rows.ts'

/** A payment as its owner sees it. */
export function presentPayment(payment: PaymentRow): PaymentView {
  const { id, pack, credits, amount, currency, status, return_to, created_at, paid_at } = payment
  return {
    ...{ id, pack, credits, amount, currency, status, return_to },
    created_at: created_at.toISOString(),
    paid_at: paid_at?.toISOString() ?? null,
  }
}
