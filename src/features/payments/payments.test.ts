import { beforeAll, describe, expect, it } from 'vitest'
import type { AccountView } from '#core/accounts/contract/account.ts'
import { paymentServer, press } from '#testing/api/payments.ts'
import { readMoney } from '#testing/context.ts'
import { testClient } from '#testing/server.ts'
import type { PaymentView } from './contract.ts'

let server: Awaited<ReturnType<typeof paymentServer>>
const lines: object[] = []
beforeAll(async () => {
  const keep = (fields: object, message: string) => void lines.push({ ...fields, message })
  server = await paymentServer({ log: { info: keep, warn: keep, error: keep } })
})

const visitor = () => testClient(server, { credits: 0, paid: false })
type Visitor = Awaited<ReturnType<typeof visitor>>

async function begin(
  who: Visitor,
  body: object = { pack: 'start', return_to: '/zh/creator/image?prompt=雪' },
) {
  const answer = await who.request('POST', '/api/payments/checkout', body)
  expect(answer).toMatchObject({ status: 200, body: { payment_id: expect.any(String) } })
  return answer.body as { payment_id: string; checkout_url: string }
}

const payment = async (who: Visitor, id: string) =>
  (await who.request('GET', `/api/payments/${id}`)).body as PaymentView
const account = async (who: Visitor) =>
  (await who.request('GET', '/api/account')).body as AccountView

describe('the credit packs', () => {
  it('are public, with their currency and whether payments are simulated', async () => {
    const answer = await server.app.request('/api/payments/packs')
    expect(await answer.json()).toEqual({
      currency: 'usd',
      is_available: true,
      is_simulated: true,
      packs: [
        { id: 'start', credits: 1_000, amount: 1_000 },
        { id: 'studio', credits: 3_300, amount: 3_000 },
        { id: 'atelier', credits: 12_000, amount: 10_000 },
      ],
    })
  })
})

describe('buying credits', () => {
  it('leads to a checkout, and grants them after its payment', async () => {
    const who = await visitor()
    const { payment_id, checkout_url } = await begin(who)
    expect(await payment(who, payment_id)).toMatchObject({
      status: 'open',
      credits: 1_000,
      paid_at: null,
    })

    const page = await fetch(checkout_url)
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(`default-src 'none'`)
    expect(await page.text()).toContain('1,000 Atelier credits')

    const done = await press(checkout_url, 'pay')
    expect(done).toEqual({
      status: 303,
      to: expect.stringContaining(`/pricing/done?payment=${payment_id}`),
    })
    expect(await payment(who, payment_id)).toMatchObject({
      ...{
        id: payment_id,
        pack: 'start',
        credits: 1_000,
        amount: 1_000,
        currency: 'usd',
        status: 'paid',
      },
      return_to: `/zh/creator/image?prompt=${encodeURIComponent('雪')}`,
      paid_at: expect.any(String),
    })
    expect(await account(who)).toMatchObject({
      credits: { left_credits: 1_000 },
      has_ever_paid: true,
    })
    expect((await who.request('GET', '/api/payments')).body.payments).toEqual([
      await payment(who, payment_id),
    ])

    expect((await press(checkout_url, 'pay')).to).toBe(done.to)
    expect((await fetch(checkout_url)).status).toBe(410)
    expect((await readMoney(server.context, who.account.id)).entries).toEqual([
      { reason: 'purchase', credits: 1_000 },
    ])
  })

  it('notifies open tabs at once', async () => {
    const who = await visitor()
    const { checkout_url } = await begin(who)
    const stream = await fetch(`${server.url}/api/events`, {
      headers: { authorization: `Bearer ${who.key}` },
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    await press(checkout_url, 'pay')
    let heard = ''
    while (!heard.includes('"left_credits":1000')) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error(`The stream ended after ${heard}`)
      heard += value
    }
    await reader?.cancel()
  })

  it('waits for a delayed payment', async () => {
    const who = await visitor()
    const { payment_id, checkout_url } = await begin(who)
    await press(checkout_url, 'later')
    await expect.poll(async () => (await payment(who, payment_id)).status).toBe('paid')
    expect((await account(who)).credits.left_credits).toBe(1_000)
  })

  it('grants nothing when the card is declined, the person returns, or the checkout expires', async () => {
    const who = await visitor()
    const { payment_id, checkout_url } = await begin(who)
    expect((await press(checkout_url, 'decline')).status).toBe(402)
    expect((await press(checkout_url, 'cancel')).to).toContain('/pricing?return_to=%2Fzh%2Fcreator')
    expect((await payment(who, payment_id)).status).toBe('open')
    await server.stripe(`checkout/sessions/${checkout_url.split('/').at(-1)}/expire`, {})
    expect((await payment(who, payment_id)).status).toBe('expired')
    expect((await fetch(checkout_url)).status).toBe(410)
    expect((await account(who)).credits.left_credits).toBe(0)
  })

  it('takes credits back with a refund or a dispute at the payment provider', async () => {
    const who = await visitor()
    const { payment_id, checkout_url } = await begin(who)
    await press(checkout_url, 'pay')
    const intent =
      server.checkoutSimulator.find(checkout_url.split('/').at(-1) ?? '')?.intentId ?? ''
    await server.stripe('refunds', { payment_intent: intent, amount: '250' })
    expect(await payment(who, payment_id)).toMatchObject({ status: 'partly_refunded' })
    expect((await account(who)).credits.left_credits).toBe(750)
    await server.stripe('disputes', { payment_intent: intent, id: 'dp_1' })
    expect(await payment(who, payment_id)).toMatchObject({ status: 'disputed' })
    expect((await account(who)).credits.left_credits).toBe(0)
    await server.stripe('disputes', { payment_intent: intent, id: 'dp_1', status: 'won' })
    expect((await account(who)).credits.left_credits).toBe(750)
  })

  it('never redirects to another site afterwards', async () => {
    const who = await visitor()
    for (const return_to of [
      'https://evil.test',
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      '',
    ]) {
      const { payment_id } = await begin(who, { pack: 'start', return_to })
      expect((await payment(who, payment_id)).return_to).toBe('/')
    }
    const { payment_id } = await begin(who, { pack: 'start' })
    expect((await payment(who, payment_id)).return_to).toBe('/')
  })
})

describe('a purchase that is refused', () => {
  it('reports the problem', async () => {
    const who = await visitor()
    const startCheckout = (body: unknown) => who.request('POST', '/api/payments/checkout', body)
    expect(await startCheckout({ pack: 'free' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
    expect((await startCheckout({ pack: 'free' })).body.fields).toMatchObject([
      { field: 'pack', problem: 'not_an_option', options: ['start', 'studio', 'atelier'] },
    ])
    expect(await startCheckout({})).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(
      await startCheckout({ pack: 'start', amount: 1 }).then(({ body }) => body.payment_id),
    ).toEqual(expect.any(String))
  })

  it('is refused without credentials, and for a suspended account', async () => {
    const anonymous = await server.app.request('/api/payments/checkout', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pack: 'start' }),
    })
    expect(anonymous.status).toBe(401)
    const who = await visitor()
    const { database } = server.context
    await database
      .updateTable('account')
      .set({ suspended_at: new Date() })
      .where('id', '=', who.account.id)
      .execute()
    const answer = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'account_suspended' } })
  })

  it('is limited after many unpaid checkouts', async () => {
    const who = await visitor()
    for (let count = 0; count < 30; count++) await begin(who)
    const answer = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
    expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_checkouts', max: 30 } })
    expect(answer.headers.get('retry-after')).toBe('3600')
  })

  it('shows no payment of another account', async () => {
    const [who, other] = [await visitor(), await visitor()]
    const { payment_id } = await begin(who)
    expect((await other.request('GET', `/api/payments/${payment_id}`)).status).toBe(404)
    expect((await other.request('GET', '/api/payments/nonsense')).status).toBe(404)
    expect((await other.request('GET', '/api/payments')).body).toEqual({ payments: [] })
    expect((await server.app.request(`/api/payments/${payment_id}`)).status).toBe(401)
  })
})

describe('the webhook', () => {
  it('is logged with the id and the type of its event', async () => {
    const who = await visitor()
    const { payment_id, checkout_url } = await begin(who)
    await press(checkout_url, 'pay')
    await expect.poll(async () => (await payment(who, payment_id)).status).toBe('paid')
    const line = {
      message: 'payment event',
      event: expect.stringMatching(/^evt_/),
      ...{ type: 'checkout.session.completed', outcome: 'granted' },
    }
    expect(lines).toContainEqual(line)
  })

  it('rejects an unsigned event', async () => {
    const who = await visitor()
    const { payment_id, checkout_url } = await begin(who)
    const object = server.checkoutSimulator.find(checkout_url.split('/').at(-1) ?? '')
    const event = {
      id: 'evt_forged',
      type: 'checkout.session.completed',
      created: 1,
      data: { object },
    }
    for (const signature of [
      undefined,
      '',
      't=1,v1=abc',
      `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`,
    ]) {
      const answer = await fetch(server.webhookUrl, {
        method: 'POST',
        body: JSON.stringify(event),
        headers: {
          'content-type': 'application/json',
          ...(signature !== undefined && { 'stripe-signature': signature }),
        },
      })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'invalid_signature' })
    }
    expect((await payment(who, payment_id)).status).toBe('open')
  })
})
