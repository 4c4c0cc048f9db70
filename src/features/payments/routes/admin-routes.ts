import { Hono } from 'hono'
import { FindQuery } from '#core/accounts/contract/admin-accounts.ts'
import type { Permission } from '#core/accounts/rules/roles.ts'
import { type ListColumn, linesOf, timeCell } from '#core/admin/present-lists.ts'
import { withPermission } from '#core/http/access.ts'
import { sendCsvFile } from '#core/http/csv.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { RefundPaymentRequest } from '../admin-contract.ts'
import type { PaymentRow } from '../payment-queries.ts'
import { readAllPayments, streamPayments } from '../read-payments.ts'
import { refundPayment, repeatRefund } from '../refund-payment.ts'
import { presentEvent, presentPayment, presentRefund } from './present-payment.ts'

/** Amounts in the currency’s smallest unit. */
const paymentColumns: readonly ListColumn<PaymentRow & { email: string }>[] = [
  ['id', (row) => row.id],
  ['created_at', (row) => timeCell(row.created_at)],
  ['paid_at', (row) => timeCell(row.paid_at)],
  ['account', (row) => row.email],
  ['status', (row) => row.status],
  ['pack', (row) => row.pack],
  ['credits', (row) => row.credits],
  ['currency', (row) => row.currency],
  ['amount_smallest_unit', (row) => row.amount],
  ['total_smallest_unit', (row) => row.total],
  ['tax_smallest_unit', (row) => row.tax],
  ['refunded_smallest_unit', (row) => row.amount_refunded],
  ['credits_taken_back', (row) => row.taken_back],
  ['checkout_id', (row) => row.checkout_id],
  ['intent_id', (row) => row.intent_id],
]

/** The payments of all accounts, for operators: a list, its file, and refunds. */
export function adminPaymentRoutes({ context }: ApiOptions) {
  const allow = (permission: Permission) => withPermission(context, permission)
  return new Hono<Env>()
    .get('/api/admin/payments.csv', allow('payments.read'), (c) => {
      const { find } = readQuery(c, FindQuery.omit({ before: true }))
      return sendCsvFile(c, 'payments', linesOf(paymentColumns, streamPayments(context, find)))
    })
    .get('/api/admin/payments', allow('payments.read'), async (c) => {
      const { find, before: start = null } = readQuery(c, FindQuery)
      const found = await readAllPayments(context, { text: find, before: start })
      const { payments, stray, before } = found
      const views = payments.map((payment) => presentPayment(payment, found))
      return c.json({ payments: views, stray: stray.map(presentEvent), before })
    })
    .post('/api/admin/payments/:id/refund', allow('payments.refund'), async (c) => {
      const { amount = null, ...act } = await readBody(c, RefundPaymentRequest)
      const wanted = { paymentId: c.req.param('id'), amount }
      return c.json(presentRefund(await refundPayment(context, operatorAction(c, act), wanted)))
    })
    .post('/api/admin/payments/:id/refund/repeat', allow('payments.refund'), async (c) => {
      const act = operatorAction(c, await readBody(c, ActRequest))
      return c.json(
        presentRefund(await repeatRefund(context, act, { paymentId: c.req.param('id') })),
      )
    })
}
