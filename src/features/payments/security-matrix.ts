import { v7 as uuid } from 'uuid'
import { FindQuery } from '#core/accounts/contract/admin-accounts.ts'
import { ActRequest } from '#core/operators/contract.ts'
import { adminOperation } from '#testing/security/admin-operation.ts'
import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import type { Make } from '#testing/security/matrix-resources.ts'
import { AdminPaymentsView, AdminRefundView, RefundPaymentRequest } from './admin-contract.ts'
import { insertPayment } from './payment-queries.ts'
import { insertRefund } from './refund-queries.ts'

const reason = 'matrix'

const payment: Make = async ({ database }, accountId) => {
  const id = uuid()
  const pack = { pack: 'start', credits: 1_000, amount: 1_000, currency: 'usd' }
  await insertPayment(database, { ...pack, id, accountId, returnTo: '/' })
  return id
}

/** Paid; the payment provider does not know it and refuses to refund it. */
const paidPayment: Make = async (context, accountId) => {
  const id = await payment(context, accountId)
  await context.database
    .updateTable('payment')
    .set({ status: 'paid', paid_at: new Date(), intent_id: `pi_${id}` })
    .where('id', '=', id)
    .execute()
  return id
}

/** The same, with a refund whose outcome is unknown. */
const lostRefund: Make = async (context, accountId) => {
  const id = await paidPayment(context, accountId)
  await insertRefund(context.database, {
    ...{ id: uuid(), account_id: accountId, payment_id: id, amount: 1, actor: 'the matrix' },
  })
  return id
}

export const matrix: FeatureMatrix = {
  table: `
GET /api/payments/packs                -             200     200     200     200     200     200     200     200     200
POST /api/payments/checkout            -             who     who     200     200     200     susp    scope   200     200
GET /api/payments                      -             who     who     200     200     200     200     200     200     200
GET /api/payments/:id                  own           who     who     200     200     200     200     200     200     200
GET /api/payments/:id                  other=missing who     who     none    none    none    none    none    none    none
POST /api/payments/webhook             -             sign    sign    sign    sign    sign    sign    scope   sign    sign
GET /api/admin/payments                -             none    none    none    none    none    none    none    none    200     200     role    200
POST /api/admin/payments/:id/refund own  none    none    none    none    none    none    scope   none    200     200     role    200
POST /api/admin/payments/:id/refund other  none    none    none    none    none    none    scope   none    200     200     role    200
POST /api/admin/payments/:id/refund missing  none    none    none    none    none    none    scope   none    none    none    role    none
POST /api/admin/payments/:id/refund/repeat own  none    none    none    none    none    none    scope   none    200     200     role    200
POST /api/admin/payments/:id/refund/repeat other  none    none    none    none    none    none    scope   none    200     200     role    200
POST /api/admin/payments/:id/refund/repeat missing  none    none    none    none    none    none    scope   none    none    none    role    none
GET /api/admin/payments.csv            -             none    none    none    none    none    none    none    none    200     200     role    200
`,
  fuzzed: [payment],
  operations: {
    'POST /api/payments/checkout': { request: () => ({ body: { pack: 'start' } }) },
    'GET /api/payments/:id': { make: payment },
    'POST /api/payments/webhook': { request: () => ({ body: {} }) },
    'POST /api/admin/payments/:id/refund': {
      make: paidPayment,
      request: () => ({ body: { reason } }),
    },
    'POST /api/admin/payments/:id/refund/repeat': {
      make: lostRefund,
      request: () => ({ body: { reason } }),
    },
  },
  adminOperations: [
    adminOperation('GET', 'payments', { query: FindQuery, answer: AdminPaymentsView }),
    adminOperation('POST', 'payments/{id}/refund', {
      body: RefundPaymentRequest,
      answer: AdminRefundView,
    }),
    adminOperation('POST', 'payments/{id}/refund/repeat', {
      body: ActRequest,
      answer: AdminRefundView,
    }),
  ],
}
