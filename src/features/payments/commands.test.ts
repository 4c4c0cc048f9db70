import { startDemoCheckout } from '@atelier/demo-world/checkout'
import { v7 as uuid } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { testAccount, testContext } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import { commandLine } from '#testing/in-process.ts'
import { insertPayment } from './payment-queries.ts'

const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1' }
const nowhere = 'http://127.0.0.1:9'

/** A payment of 1,000 cents in the database and at a Stripe of its own. */
async function paidPayment() {
  const addresses = { pagesUrl: 'http://localhost:1/demo', webhookUrl: nowhere }
  const stripe = await startDemoCheckout({ ...keys, ...addresses, repeatAfter: [] })
  onTestFinished(() => stripe.stop())
  const created = await fetch(`${stripe.apiUrl}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.secretKey}` },
    body: new URLSearchParams({
      'line_items[0][price_data][unit_amount]': '1000',
      'line_items[0][price_data][currency]': 'usd',
      success_url: nowhere,
    }),
  })
  const session = stripe.simulator.find(((await created.json()) as { id: string }).id)
  if (!session) throw new Error('No checkout')
  await stripe.simulator.pay(session)

  const database = await testDatabase()
  const account = await testAccount(await testContext())
  const id = uuid()
  const sale = { pack: 'start', credits: 1_000, amount: 1_000, currency: 'usd', returnTo: '/' }
  await insertPayment(database, { ...sale, id, accountId: account.id })
  await database
    .updateTable('payment')
    .set({ status: 'paid', paid_at: new Date(), intent_id: session.intentId })
    .where('id', '=', id)
    .execute()
  return { database, account, session, id, apiUrl: stripe.apiUrl }
}

const variables = (STRIPE_API_URL: string) => ({
  ...{ STRIPE_SECRET_KEY: keys.secretKey, STRIPE_WEBHOOK_SECRET: keys.webhookSecret },
  STRIPE_API_URL,
})
const because = ['--reason', 'a test']

it('refunds a part and the rest of a payment, and says what cannot be refunded', async () => {
  const { database, account, session, id, apiUrl } = await paidPayment()
  const atelier = await commandLine(variables(apiUrl))
  const part = await atelier(`payment refund ${id} --amount 300`, ...because)
  expect(part).toMatchObject({ code: 0, said: '' })
  expect(JSON.parse(part.output)).toMatchObject({ amount: 300, state: 'succeeded' })
  expect(session.refunded).toBe(300)
  expect(await atelier(`payment refund ${id} --amount 701`, ...because)).toEqual({
    ...{ code: 1, output: '', said: 'amount: from 1 to 700\n' },
  })
  expect(await atelier(`payment refund ${id} --repeat`, ...because)).toMatchObject({
    ...{ code: 1, said: 'No refund of this payment has an unknown outcome. Nothing was sent.\n' },
  })
  expect(await atelier(`payment refund ${uuid()}`, ...because)).toMatchObject({ code: 1 })
  session.refunded = 900
  expect(await atelier(`payment refund ${id}`, ...because)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/^Stripe refused it: Refund amount is greater/),
  })
  session.refunded = 300
  expect(await atelier(`payment refund ${id}`, ...because)).toMatchObject({ code: 0 })
  expect(session.refunded).toBe(1_000)
  expect(await listOperatorActions(database, { accountId: account.id, limit: 5 })).toMatchObject([
    { act: 'payment.refund', details: { amount: 700 } },
    { act: 'payment.refund', details: { amount: 700 } },
    { act: 'payment.refund', reason: 'a test', details: { amount: 300, currency: 'usd' } },
  ])
})

it('sends a refund again whose outcome is unknown, and needs Stripe', async () => {
  const { session, id, apiUrl } = await paidPayment()
  const demo = await commandLine()
  expect(await demo(`payment refund ${id}`, ...because)).toMatchObject({
    code: 1,
    said: expect.stringContaining('STRIPE_SECRET_KEY is not set'),
  })
  const cut = await commandLine(variables(nowhere))
  expect(await cut(`payment refund ${id}`, ...because)).toMatchObject({
    code: 1,
    said: expect.stringContaining('Send it again with --repeat'),
  })
  const atelier = await commandLine(variables(apiUrl))
  expect(await atelier(`payment refund ${id}`, ...because)).toMatchObject({
    code: 1,
    said: expect.stringContaining('Send that one again first'),
  })
  expect(await atelier(`payment refund ${id} --repeat --amount 5`, ...because)).toMatchObject({
    code: 2,
    said: expect.stringContaining("'--amount' does not go with '--repeat'"),
  })
  expect(await atelier(`payment refund ${id} --repeat`, ...because)).toMatchObject({ code: 0 })
  expect(session.refunds).toMatchObject([{ amount: 1_000 }])
})

it('lists no payments where there are none, and takes ids as they are printed', async () => {
  const atelier = await commandLine()
  const none = '00000000-0000-7000-8000-000000000000'
  expect(await atelier(`payment list --before ${none}`)).toEqual({ code: 0, output: '', said: '' })
  expect(await atelier('payment list --before 7')).toMatchObject({
    code: 2,
    said: expect.stringMatching(
      /'--before <id>' argument '7' is invalid. An id as it is printed\./,
    ),
  })
})
