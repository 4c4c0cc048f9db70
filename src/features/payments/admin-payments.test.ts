import { describe, expect, it } from 'vitest'
import { takeCreditsBack } from '#core/accounts/change-credits.ts'
import type { AdminAccountView } from '#core/accounts/contract/admin-accounts.ts'
import { paymentServer, press } from '#testing/api/payments.ts'
import { testPerson } from '#testing/person.ts'
import type { AdminPaymentsView } from './admin-contract.ts'

const admins = new Set<string>()
const server = await paymentServer({ admins })
const { context, checkoutSimulator } = server
const operator = await testPerson(server)
admins.add(operator.account.email)

const look = async (find = '', before: string | null = null) =>
  (
    await operator.request(
      'GET',
      `/api/admin/payments?find=${encodeURIComponent(find)}${before ? `&before=${before}` : ''}`,
    )
  ).body as AdminPaymentsView
const whole = async (id: string) =>
  (await operator.request('GET', `/api/admin/accounts/${id}`)).body as AdminAccountView

/** An account that bought a pack for 1,000 cents. */
async function buyer() {
  const who = await testPerson(server, { credits: 0, paid: false })
  const { body } = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
  await press(body.checkout_url, 'pay')
  const checkout = body.checkout_url.split('/').at(-1) as string
  return {
    ...who,
    paymentId: body.payment_id as string,
    checkout,
    intent: checkoutSimulator.find(checkout)?.intentId ?? '',
  }
}

describe('payments for the operator', () => {
  it('show the outcome of each, with every event of the payment provider', async () => {
    const who = await buyer()
    const { payments, stray } = await look(who.account.email)
    expect(payments).toMatchObject([
      {
        ...{
          id: who.paymentId,
          pack: 'start',
          credits: 1_000,
          amount: 1_000,
          currency: 'usd',
          status: 'paid',
        },
        ...{ checkout_id: who.checkout, intent_id: who.intent, amount_refunded: 0, taken_back: 0 },
        account: { id: who.account.id, email: who.account.email },
        paid_at: expect.any(String),
        events: [{ type: 'checkout.session.completed', outcome: 'granted', detail: null }],
      },
    ])
    expect(stray).toEqual([])

    await server.stripe('refunds', { payment_intent: who.intent, amount: '250' })
    expect((await look(who.intent)).payments).toMatchObject([
      {
        id: who.paymentId,
        status: 'partly_refunded',
        amount_refunded: 250,
        taken_back: 250,
        events: [{}, {}],
      },
    ])
    await server.stripe('disputes', { payment_intent: who.intent, id: 'dp_seen' })
    const [disputed] = (await look(who.checkout)).payments
    expect(disputed).toMatchObject({ status: 'disputed', taken_back: 1_000 })
    expect(disputed?.events.map(({ outcome }) => outcome)).toEqual([
      'granted',
      'taken_back',
      'taken_back',
    ])
    await server.stripe('disputes', { payment_intent: who.intent, id: 'dp_seen', status: 'won' })
    expect((await look(who.paymentId)).payments).toMatchObject([
      { status: 'partly_refunded', taken_back: 250 },
    ])
    expect((await whole(who.account.id)).statement.data.map(({ reason }) => reason)).toEqual([
      ...['return', 'reversal', 'reversal', 'purchase'],
    ])
  })

  it('show the debt when the money was refunded and the credits are spent', async () => {
    const who = await buyer()
    const spent = { name: who.account.id, credits: 900, note: 'spent' }
    await takeCreditsBack(context, { actor: 'test', reason: 'as if spent' }, spent)
    await server.stripe('refunds', { payment_intent: who.intent, amount: '1000' })
    expect((await look(who.account.email)).payments).toMatchObject([
      { status: 'refunded', taken_back: 1_000 },
    ])
    expect(await whole(who.account.id)).toMatchObject({ credits: 0, owed: 900 })
    const granted = await operator.request('POST', `/api/admin/accounts/${who.account.id}/grant`, {
      ...{ credits: 1_000, reason: 'goodwill' },
    })
    expect(granted.body).toMatchObject({ credits: 100, owed: 0 })
  })

  it('are paged, newest first; a part of an e-mail address finds none', async () => {
    const all = await look()
    expect(all.payments.map(({ created_at }) => created_at)).toEqual(
      all.payments
        .map(({ created_at }) => created_at)
        .toSorted()
        .reverse(),
    )
    expect([all.payments.length >= 2, all.before]).toEqual([true, null])
    const [newest, next] = all.payments
    expect((await look('', newest?.id)).payments[0]).toEqual(next)
    expect(await look('', all.payments.at(-1)?.id)).toMatchObject({ payments: [], stray: [] })
    for (const missing of ['@example.com', '%', 'cs_nothing'])
      expect((await look(missing)).payments).toEqual([])
  })

  it('are downloaded as a file with all that a search finds', async () => {
    const path = `http://localhost:3000/api/admin/payments.csv?find=${operator.account.email}`
    const response = await server.app.request(path, { headers: operator.headers })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect((await response.text()).trim()).toMatch(/^\uFEFF?id,created_at,paid_at,account,status/)
  })
})
