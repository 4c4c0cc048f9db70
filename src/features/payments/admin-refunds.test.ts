import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { listOperatorActions } from '#core/operators/operator-log-queries.ts'
import { createStripe } from '#providers/payments/stripe.ts'
import { afterFile } from '#testing/after-file.ts'
import { keys, paymentServer, press } from '#testing/api/payments.ts'
import { readMoney } from '#testing/context.ts'
import { testPerson } from '#testing/person.ts'
import type { AdminPaymentsView, AdminRefundView } from './admin-contract.ts'
import { refundPayment, repeatRefund } from './refund-payment.ts'

const admins = new Set<string>()
const server = await paymentServer({ admins })
const { context, checkoutSimulator } = server
const operator = await testPerson(server)
admins.add(operator.account.email)

/** An account that bought a pack of 1,000 credits for 1,000 cents. */
async function buyer() {
  const who = await testPerson(server, { credits: 0, paid: false })
  const { body } = await who.request('POST', '/api/payments/checkout', { pack: 'start' })
  const { payment_id: paymentId, checkout_url: url } = body as Record<string, string>
  await press(url ?? '', 'pay')
  const session = checkoutSimulator.find(url?.split('/').at(-1) ?? '')
  if (!session) throw new Error('No checkout')
  return { ...who, paymentId: paymentId ?? '', session }
}

const refund = (id: string, body: object = {}, verb = 'refund') =>
  operator.request('POST', `/api/admin/payments/${id}/${verb}`, { reason: 'a test', ...body })
const paymentOf = async (id: string) => {
  const { body } = await operator.request('GET', `/api/admin/payments?find=${id}`)
  const [payment] = (body as AdminPaymentsView).payments
  if (!payment) throw new Error('No payment')
  return payment
}
const balanceOf = async (id: string) => (await readMoney(context, id)).balance

describe('a refund of money', () => {
  it('of a part and of the rest is made at Stripe, and its events take the credits back', async () => {
    const { paymentId, session, account } = await buyer()
    expect(await paymentOf(paymentId)).toMatchObject({
      refundable: 1_000,
      refunds: [],
      total: 1_000,
    })
    expect(await refund(paymentId, { amount: 250 })).toMatchObject({
      status: 200,
      body: { amount: 250, state: 'succeeded', error: null, actor: operator.account.email },
    })
    expect(session.refunded).toBe(250)
    expect(await balanceOf(account.id)).toBe(750)
    expect(await refund(paymentId)).toMatchObject({ body: { amount: 750, state: 'succeeded' } })
    expect(session.refunded).toBe(1_000)
    expect(await balanceOf(account.id)).toBe(0)
    expect(await paymentOf(paymentId)).toMatchObject({
      ...{ status: 'refunded', taken_back: 1_000, refundable: 0 },
      refunds: [{ amount: 250 }, { amount: 750 }],
    })
    expect(await refund(paymentId)).toMatchObject({
      status: 409,
      body: { code: 'not_refundable' },
    })
    const acts = await listOperatorActions(context.database, { accountId: account.id, limit: 5 })
    expect(acts).toMatchObject([
      { act: 'payment.refund', payment_id: paymentId, details: { amount: 750, currency: 'usd' } },
      { actor: operator.account.email, reason: 'a test', details: { amount: 250 } },
    ])
    expect((await verifyLedger(context)).faults).toEqual([])
  })

  it('of more than is left, of no cents or of a missing payment is refused; nothing is written', async () => {
    const { paymentId, session, account } = await buyer()
    expect(await refund(paymentId, { amount: 1_001 })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: [{ field: 'amount', min: 1, max: 1_000 }] },
    })
    for (const amount of [0, -1, 0.5, 2 ** 31, '5', null])
      expect(await refund(paymentId, { amount })).toMatchObject({
        status: 400,
        body: { fields: [{ field: 'amount' }] },
      })
    for (const id of ['x', account.id])
      expect(await refund(id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await refund(paymentId, {}, 'refund/repeat')).toMatchObject({
      status: 409,
      body: { code: 'refund_resolved' },
    })
    expect(session.refunded).toBe(0)
    expect(await paymentOf(paymentId)).toMatchObject({ refunds: [], refundable: 1_000 })
    expect(
      await listOperatorActions(context.database, { accountId: account.id, limit: 5 }),
    ).toEqual([])
  })

  it('sent twice by one press, or by several people at once, is made once', async () => {
    const { paymentId, session } = await buyer()
    const twice = [
      { amount: 100, act_id: 'one press' },
      { amount: 100, act_id: 'one press' },
    ]
    const answers = await Promise.all(twice.map((body) => refund(paymentId, body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(session.refunded).toBe(100)
    await Promise.all(Array.from({ length: 4 }, () => refund(paymentId, { amount: 900 })))
    expect(session.refunded).toBe(1_000)
    expect(session.refunds).toHaveLength(2)
  })

  it('that the bank rejects later can be made again, once, and takes no more credits', async () => {
    const { paymentId, session, account } = await buyer()
    expect(await refund(paymentId, { amount: 600 })).toMatchObject({ body: { state: 'succeeded' } })
    await checkoutSimulator.failRefund(session, session.refunds[0]?.id ?? '')
    expect(await paymentOf(paymentId)).toMatchObject({
      refundable: 1_000,
      refunds: [{ amount: 600, state: 'failed', error: 'lost_or_stolen_card' }],
    })
    // The credits stay taken until an operator decides.
    expect(await balanceOf(account.id)).toBe(400)
    const again = Array.from({ length: 3 }, () => refund(paymentId, { amount: 600 }))
    const made = (await Promise.all(again)).filter(({ body }) => body.state === 'succeeded')
    expect(made).toHaveLength(1)
    expect(session.refunded).toBe(600)
    expect(await balanceOf(account.id)).toBe(400)
    expect(await paymentOf(paymentId)).toMatchObject({
      ...{ refundable: 400, amount_refunded: 600, taken_back: 600 },
      refunds: [
        { amount: 600, state: 'failed' },
        { amount: 600, state: 'succeeded' },
      ],
    })
    expect((await verifyLedger(context)).faults).toEqual([])
  })

  it('of a disputed payment is refused', async () => {
    const { paymentId, session } = await buyer()
    await server.stripe('disputes', { payment_intent: session.intentId })
    expect(await refund(paymentId)).toMatchObject({ status: 409, body: { code: 'not_refundable' } })
  })

  it('that Stripe refuses shows Stripe’s words, and another can follow', async () => {
    const { paymentId, session, account } = await buyer()
    // Refunded in Stripe's dashboard, and its events are lost.
    session.refunded = 600
    expect(await refund(paymentId, { amount: 700 })).toMatchObject({
      status: 200,
      body: { state: 'refused', error: expect.stringContaining('greater than unrefunded amount') },
    })
    expect(await balanceOf(account.id)).toBe(1_000)
    expect(await refund(paymentId, { amount: 400 })).toMatchObject({ body: { state: 'succeeded' } })
    expect(await balanceOf(account.id)).toBe(0)
  })
})

describe('a refund whose answer is lost', () => {
  /** Whether answers of Stripe are cut off: before or after it did what was asked. */
  let cut: 'before' | 'after' | null = null
  const keysSent: (string | string[] | undefined)[] = []
  const act = { actor: 'test', reason: 'a test' }
  let ours: typeof context

  beforeAll(async () => {
    const proxy = createServer(async (request, response) => {
      if (request.method === 'POST') keysSent.push(request.headers['idempotency-key'])
      if (cut === 'before') return request.socket.destroy()
      const { method = 'GET', url = '/', headers } = request
      const body = method === 'POST' ? await buffer(request) : undefined
      const { authorization = '', 'idempotency-key': key } = headers
      const answer = await fetch(server.stripeUrl + url, {
        method,
        headers: { authorization, ...(typeof key === 'string' && { 'idempotency-key': key }) },
        ...(body && { body: new Uint8Array(body) }),
      })
      const text = await answer.text()
      if (cut === 'after') return request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    })
    proxy.listen(0, '127.0.0.1')
    await new Promise((resolve) => proxy.once('listening', resolve))
    afterFile(async () => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const apiUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
    ours = { ...context, payments: createStripe({ ...keys, apiUrl, isSimulated: true }) }
  })
  beforeEach(() => {
    cut = null
    keysSent.length = 0
  })

  it.each(['before', 'after'] as const)(
    'and was sent %s the cut is unknown, blocks others, and is made once when it is repeated',
    async (moment) => {
      const { paymentId, session, account } = await buyer()
      cut = moment
      const lost = await refundPayment(ours, act, { paymentId, amount: 300 })
      expect(session.refunded).toBe(moment === 'after' ? 300 : 0)
      // Its own event may resolve it before the answer would have.
      if (moment === 'before') {
        expect(lost).toMatchObject({ state: 'unknown', error: expect.stringContaining('Stripe') })
        expect(await refund(paymentId, { amount: 1 })).toMatchObject({
          status: 409,
          body: { code: 'refund_unresolved' },
        })
        expect(await balanceOf(account.id)).toBe(1_000)
        cut = null
        expect(await repeatRefund(ours, act, { paymentId })).toMatchObject({ state: 'succeeded' })
      }
      expect((await paymentOf(paymentId)).refunds).toMatchObject([
        { id: lost.id, amount: 300, state: 'succeeded' } satisfies Partial<AdminRefundView>,
      ])
      expect(new Set(keysSent)).toEqual(new Set([`refund-${lost.id}`]))
      expect(session.refunds).toHaveLength(1)
      expect(await balanceOf(account.id)).toBe(700)
    },
    30_000,
  )

  it('is found at Stripe by its id when the idempotency key is forgotten', async () => {
    const { paymentId, session } = await buyer()
    await refundPayment(ours, act, { paymentId, amount: 300 })
    const [made] = session.refunds
    checkoutSimulator.forgetKeys()
    await context.database
      .updateTable('payment_refund')
      .set({ state: 'unknown', provider_id: null })
      .where('payment_id', '=', paymentId)
      .execute()
    expect(await repeatRefund(ours, act, { paymentId })).toMatchObject({
      ...{ state: 'succeeded', provider_id: made?.id },
    })
    expect(session.refunds).toHaveLength(1)
  })
})
