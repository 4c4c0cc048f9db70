import { parse } from 'csv-parse/sync'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { historyStudio, type Owner } from '#testing/api/history.ts'

const { app, context, owner } = await historyStudio({ autoRefund: false })
const { database } = context

/** Writes a payment and the entry of its credits; returns its id. */
async function buy({ account }: Owner, paid: { amount: number; currency: string }) {
  const id = uuid()
  const payment = { id, account_id: account.id, pack: 'small', credits: 900, ...paid }
  await database.insertInto('payment').values(payment).execute()
  const entry = {
    ...{ account_id: account.id, number: 2, credits: 900, balance_after: 100_900 },
    ...{ payment_id: id, generation_id: null, note: null },
  }
  await database
    .insertInto('credit_entry')
    .values({ ...entry, reason: 'purchase' })
    .execute()
  return id
}

it('shows the payment of an entry, in cents', async () => {
  const mine = await owner()
  const id = await buy(mine, { amount: 1234, currency: 'eur' })
  const { body } = await mine.request('GET', '/api/account/ledger')
  expect(body.data[0].payment).toEqual({ id, amount: 1234, invoice_url: null, currency: 'eur' })
})

it.each([
  ['eur', 1234, '12.34', 'EUR'],
  ['jpy', 900, '900', 'JPY'],
])('has the paid amount in %s in its file', async (currency, amount, paid, name) => {
  const mine = await owner()
  await buy(mine, { amount, currency })
  const response = await app.request('http://localhost:3000/api/account/ledger.csv', {
    headers: { authorization: `Bearer ${mine.key}` },
  })
  const lines = parse(await response.text(), { bom: true, columns: true }) as object[]
  expect(lines[0]).toMatchObject({
    ...{ Entry: 'Purchase', Payment: paid, Currency: name, Credits: '900' },
  })
})
