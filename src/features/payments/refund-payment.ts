import { v7 as uuid } from 'uuid'
import { isId } from '#core/ids.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import { type Payments, PaymentsUnavailable } from '#providers/payments/payments.ts'
import type { PaymentRow } from './payment-queries.ts'
import type { PaymentRefundRow } from './refund-queries.ts'
import { insertRefund, listRefunds, recordRefund } from './refund-queries.ts'
import {
  isUnresolved,
  type RefundablePayment,
  refundableAmount,
  refuseRefund,
} from './refund-rules.ts'
import { lockPayment } from './settle-queries.ts'

type Context = Parts<'database' | 'payments' | 'log'>

/**
 * Refunds a payment, or a part of it (`amount` in the currency's smallest unit; `null`: the rest).
 * The request is recorded before the payment provider is called; the credits go back when its event
 * arrives. Returns the request with the provider's answer, which may be `refused` or `unknown`.
 * Throws `Refused`: `buying_not_set_up`, `not_found`, `refund_unresolved`, `not_refundable`,
 * `invalid_input`, `act_repeated`; then nothing was requested.
 */
export async function refundPayment(
  context: Context,
  act: OperatorAction,
  { paymentId, amount: wanted }: { paymentId: string; amount: number | null },
): Promise<PaymentRefundRow> {
  const payments = requirePayments(context)
  const { payment, refund } = await auditedTransaction(
    context.database,
    act,
    async (transaction) => {
      const { payment, refunds } = await lockWithRefunds(transaction, paymentId)
      const state = refundableOf(payment, refunds)
      const amount = wanted ?? refundableAmount(state)
      const refusal = refuseRefund(state, amount)
      if (refusal) throw new Refused(refusalOf(refusal))
      const { id, account_id, currency } = payment
      const request = { id: uuid(), account_id, payment_id: id, amount, actor: act.actor }
      const refund = await insertRefund(transaction, request)
      const details = { payment: id, refund: refund.id, amount, currency }
      return {
        result: { payment, refund },
        done: { act: 'payment.refund', accountId: account_id, paymentId: id, details },
      }
    },
  )
  return sendRefund(context, payments, { payment, refund, isRepeat: false })
}

/**
 * Sends the refund of a payment whose answer was lost again, with the same idempotency key: it is
 * made once. Returns it with the new answer. Throws `Refused`: `buying_not_set_up`, `not_found`,
 * `refund_resolved`, `act_repeated`.
 */
export async function repeatRefund(
  context: Context,
  act: OperatorAction,
  { paymentId }: { paymentId: string },
): Promise<PaymentRefundRow> {
  const payments = requirePayments(context)
  const found = await auditedTransaction(context.database, act, async (transaction) => {
    const { payment, refunds } = await lockWithRefunds(transaction, paymentId)
    const refund = refunds.find(({ state }) => isUnresolved(state))
    if (!refund) throw new Refused({ reason: 'refund_resolved' })
    const { id, account_id, currency } = payment
    const details = { payment: id, refund: refund.id, amount: refund.amount, currency }
    return {
      result: { payment, refund },
      done: { act: 'payment.refund_repeat', accountId: account_id, paymentId: id, details },
    }
  })
  return sendRefund(context, payments, { ...found, isRepeat: true })
}

/** What of a payment can be refunded. */
export function refundableOf(payment: PaymentRow, refunds: PaymentRefundRow[]): RefundablePayment {
  return {
    total: payment.total ?? payment.amount,
    refunded: payment.amount_refunded,
    isPaid: payment.paid_at !== null && payment.intent_id !== null,
    isDisputed: payment.is_disputed,
    refunds,
  }
}

function requirePayments({ payments }: Context): Payments {
  if (!payments) throw new Refused({ reason: 'buying_not_set_up' })
  return payments
}

async function lockWithRefunds(transaction: Database, paymentId: string) {
  const payment = isId(paymentId) ? await lockPayment(transaction, { id: paymentId }) : undefined
  if (!payment) throw new Refused({ reason: 'not_found' })
  const { id, account_id: accountId } = payment
  return { payment, refunds: await listRefunds(transaction, { accountId, paymentIds: [id] }) }
}

function refusalOf(refusal: NonNullable<ReturnType<typeof refuseRefund>>) {
  if (refusal === 'unresolved') return { reason: 'refund_unresolved' } as const
  if (refusal === 'not_refundable') return { reason: 'not_refundable' } as const
  const problem = { field: 'amount', problem: 'out_of_range', min: 1, max: refusal.max } as const
  return { reason: 'invalid_input', problems: [problem] } as const satisfies Refused['refusal']
}

type Sent = { payment: PaymentRow; refund: PaymentRefundRow; isRepeat: boolean }

async function sendRefund(
  { database, log }: Context,
  payments: Payments,
  { payment, refund, isRepeat }: Sent,
): Promise<PaymentRefundRow> {
  const { id, amount, account_id, payment_id } = refund
  const order = { intentId: payment.intent_id ?? '', amount, requestId: id, isRepeat }
  const answer = await payments.refund(order).catch((error: unknown) => {
    if (!(error instanceof PaymentsUnavailable)) throw error
    log.error({ err: error, payment: payment_id, refund: id }, 'refund outcome unknown')
    return { state: 'unknown', refundId: null, error: error.message.slice(0, 500) } as const
  })
  await recordRefund(database, { id, amount, account_id, payment_id }, answer)
  const paymentIds = [payment_id]
  const all = await listRefunds(database, { accountId: account_id, paymentIds })
  return all.find((one) => one.id === id) ?? refund
}
