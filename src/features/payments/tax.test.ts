import { describe, expect, it } from 'vitest'
import type { LedgerPage } from '#core/credits/ledger-contract.ts'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { paymentServer, press } from '#testing/api/payments.ts'
import { readMoney } from '#testing/context.ts'
import { testPerson } from '#testing/person.ts'
import type { AdminPaymentsView } from './admin-contract.ts'

const admins = new Set<string>()

/** A buyer of 1,000 credits for 1,000 cents, at a checkout that adds or includes 20 % tax. */
async function purchase(tax: 'exclusive' | 'inclusive') {
  const checkout = { tax, collectsTaxIds: true, makesInvoices: true }
  const server = await paymentServer({ admins }, checkout)
  const [who, operator] = [
    await testPerson(server, { credits: 0, paid: false }),
    await testPerson(server),
  ]
  admins.add(operator.account.email)
  const { body } = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
  const { payment_id: id, checkout_url: url } = body as Record<string, string>
  await press(url ?? '', 'pay')
  const payment = async () => (await who.request('GET', `/api/payments/${id}`)).body
  return { server, who, operator, id, url, payment }
}

describe.each([
  ['exclusive', 1_200, 200],
  ['inclusive', 1_000, 167],
] as const)('a payment with %s tax', (behavior, total, tax) => {
  it('grants the pack, keeps total, tax and invoice, and takes all back with the total', async () => {
    const { server, who, operator, id, url, payment } = await purchase(behavior)
    const invoice_url = `${url}/invoice`
    expect(await payment()).toMatchObject({
      ...{ status: 'paid', amount: 1_000, total, tax, invoice_url, invoice_pdf: null },
    })
    expect(await readMoney(server.context, who.account.id)).toMatchObject({ balance: 1_000 })
    const ledger = (await who.request('GET', '/api/account/ledger')).body as LedgerPage
    expect(ledger.data[0]?.payment).toEqual({ id, amount: total, currency: 'usd', invoice_url })
    expect((await fetch(invoice_url)).status).toBe(200)

    const refund = (amount?: number) =>
      operator.request('POST', `/api/admin/payments/${id}/refund`, { reason: 'a test', amount })
    expect(await refund(total + 1)).toMatchObject({
      status: 400,
      body: { fields: [{ max: total }] },
    })
    expect(await refund(total / 2)).toMatchObject({ body: { state: 'succeeded' } })
    expect(await readMoney(server.context, who.account.id)).toMatchObject({ balance: 500 })
    expect(await refund()).toMatchObject({ body: { amount: total / 2 } })
    expect(await readMoney(server.context, who.account.id)).toMatchObject({ balance: 0 })
    const found = await operator.request('GET', `/api/admin/payments?find=${id}`)
    expect((found.body as AdminPaymentsView).payments).toMatchObject([
      { status: 'refunded', total, tax, refundable: 0, taken_back: 1_000, invoice_url },
    ])
    expect((await verifyLedger(server.context)).faults).toEqual([])
  })
})
