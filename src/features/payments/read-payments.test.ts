import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { testAccount, testContext } from '#testing/context.ts'
import { insertPayment } from './payment-queries.ts'
import { exportPayments } from './read-payments.ts'
import { insertRefund } from './refund-queries.ts'

const context = await testContext()
const { database } = context

it('exports payments with their tax, invoice and refunds, without who made these', async () => {
  const { id } = await testAccount(context)
  const paymentId = uuid()
  const sale = { pack: 'start', credits: 1_000, amount: 1_000, currency: 'usd', returnTo: '/' }
  await insertPayment(database, { ...sale, id: paymentId, accountId: id })
  const invoice = { invoiceId: 'in_1', url: 'https://invoice.stripe.com/1', pdf: null, at: 1 }
  await database
    .updateTable('payment')
    .set({ total: 1_200, tax: 200, invoice: JSON.stringify(invoice) })
    .where('id', '=', paymentId)
    .execute()
  await insertRefund(database, {
    ...{ id: uuid(), account_id: id, payment_id: paymentId, amount: 300, actor: 'eve@x.example' },
  })
  const exported = await context.contributions.accountExport.payments?.(database, id)
  expect(exported).toEqual(await exportPayments(database, id))
  expect(exported).toMatchObject([
    {
      ...{ id: paymentId, amount: 1_000, total: 1_200, tax: 200 },
      invoice: { url: invoice.url, pdf: null },
      refunds: [{ amount: 300, state: 'requested' }],
    },
  ])
  expect(JSON.stringify(exported)).not.toContain('eve@x.example')
})
