import { z } from 'zod'
import { nextPage } from '#core/accounts/contract/admin-accounts.ts'
import { refundStates } from '#core/credits/payment-message-rules.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { PaymentView } from './contract.ts'

const time = z.iso.datetime()

const PaymentEventView = z.strictObject({
  id: z.string(),
  type: z.string(),
  outcome: z.string(),
  detail: z.string().nullable(),
  created_at: time,
  received_at: time,
})
export type PaymentEventView = z.infer<typeof PaymentEventView>

/** A refund that an operator requested. `error`: in the payment provider’s words. */
export const AdminRefundView = z.strictObject({
  id: z.string(),
  amount: z.int(),
  state: z.enum(refundStates),
  error: z.string().nullable(),
  actor: z.string(),
  created_at: time,
})
export type AdminRefundView = z.infer<typeof AdminRefundView>

const { return_to: _, ...payment } = PaymentView.shape

const AdminPaymentView = z.strictObject({
  ...payment,
  account: z.strictObject({ id: z.string(), email: z.string() }),
  checkout_id: z.string().nullable(),
  intent_id: z.string().nullable(),
  amount_refunded: z.int(),
  /** How much can still be refunded. */
  refundable: z.int(),
  refunds: z.array(AdminRefundView),
  taken_back: z.int(),
  events: z.array(PaymentEventView),
})
export type AdminPaymentView = z.infer<typeof AdminPaymentView>

/** `GET /api/admin/payments`. `stray`: events of unknown payments. */
export const AdminPaymentsView = z.strictObject({
  payments: z.array(AdminPaymentView),
  stray: z.array(PaymentEventView),
  before: nextPage,
})
export type AdminPaymentsView = z.infer<typeof AdminPaymentsView>

/**
 * `POST /api/admin/payments/{id}/refund`. `amount` in the currency’s smallest unit; the rest unless
 * it is named.
 */
export const RefundPaymentRequest = ActRequest.extend({
  amount: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
})
