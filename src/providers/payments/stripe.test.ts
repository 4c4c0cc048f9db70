import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { startDemoCheckout } from '@atelier/demo-world/checkout'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EventForged, type Order, PaymentsUnavailable } from './payments.ts'
import { createStripe } from './stripe.ts'

const keys = { secretKey: 'sk_test_1', webhookSecret: 'whsec_test_1' }
const pagesUrl = 'http://localhost:1/demo/checkout'
let demo: Awaited<ReturnType<typeof startDemoCheckout>>

beforeAll(async () => {
  demo = await startDemoCheckout({ ...keys, pagesUrl, webhookUrl: 'http://127.0.0.1:65531' })
})
afterAll(() => demo.stop())

const order = (paymentId: string): Order => ({
  bought: {
    paymentId,
    accountId: 'ada',
    pack: 'start',
    credits: 1_000,
    amount: 999,
    currency: 'eur',
  },
  email: 'ada@example.com',
  description: '1,000 credits',
  language: 'zh',
  successUrl: 'http://localhost:1/done',
  cancelUrl: 'http://localhost:1/pricing',
})

const open = (options: Partial<Parameters<typeof createStripe>[0]> = {}) =>
  createStripe({ ...keys, apiUrl: demo.apiUrl, isSimulated: true, ...options })

describe('creating a checkout at Stripe', () => {
  it('sends the item, the customer and the return address', async () => {
    const { id, url } = await open().beginCheckout(order('first'))
    expect(url).toBe(`${pagesUrl}/${id}`)
    expect(demo.simulator.find(id)).toMatchObject({
      reference: 'first',
      email: 'ada@example.com',
      metadata: { account_id: 'ada', pack: 'start', credits: '1000' },
      description: '1,000 credits',
      amount: 999,
      currency: 'eur',
      language: 'zh',
      successUrl: 'http://localhost:1/done',
      cancelUrl: 'http://localhost:1/pricing',
    })
  })

  it('uses the browser’s language where Stripe does not speak the person’s', async () => {
    const bodies: string[] = []
    const stripe = createServer(async (request, response) => {
      bodies.push(await text(request))
      const answer = { id: 'cs_1', object: 'checkout.session', url: 'http://localhost:1/cs_1' }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
    stripe.listen(0, '127.0.0.1')
    await once(stripe, 'listening')
    const apiUrl = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`
    for (const language of ['zh', 'xx'])
      await open({ apiUrl }).beginCheckout({ ...order(language), language })
    stripe.close()
    expect(bodies.map((body) => new URLSearchParams(body).get('locale'))).toEqual(['zh', 'auto'])
  })

  it('asks for tax, a tax number and an invoice where they are on, and else for none', async () => {
    const bodies: URLSearchParams[] = []
    const stripe = createServer(async (request, response) => {
      bodies.push(new URLSearchParams(await text(request)))
      const answer = { id: 'cs_1', object: 'checkout.session', url: 'http://localhost:1/cs_1' }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    })
    stripe.listen(0, '127.0.0.1')
    await once(stripe, 'listening')
    const apiUrl = `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`
    const all = { tax: 'inclusive', collectsTaxIds: true, makesInvoices: true } as const
    const invoices = { tax: null, collectsTaxIds: false, makesInvoices: true }
    for (const checkout of [undefined, all, invoices])
      await open({ apiUrl, ...(checkout && { checkout }) }).beginCheckout(order('x'))
    stripe.close()
    const names = [
      ...['automatic_tax[enabled]', 'line_items[0][price_data][tax_behavior]'],
      ...['tax_id_collection[enabled]', 'billing_address_collection', 'customer_creation'],
      ...['invoice_creation[enabled]', 'invoice_creation[invoice_data][metadata][payment_id]'],
      'invoice_creation[invoice_data][metadata][account_id]',
    ]
    expect(bodies.map((body) => names.map((name) => body.get(name)))).toEqual([
      names.map(() => null),
      ['true', 'inclusive', 'true', 'required', 'always', 'true', 'x', 'ada'],
      [null, null, null, null, 'always', 'true', 'x', 'ada'],
    ])
  })

  it('returns the same checkout when it is repeated', async () => {
    const [one, again] = [
      await open().beginCheckout(order('second')),
      await open().beginCheckout(order('second')),
    ]
    expect(again).toEqual(one)
    expect((await open().beginCheckout(order('third'))).id).not.toBe(one.id)
  })

  it('throws when Stripe rejects us, is down or cannot be reached', async () => {
    await expect(open({ secretKey: 'sk_wrong' }).beginCheckout(order('a'))).rejects.toThrow(
      PaymentsUnavailable,
    )
    await expect(open({ apiUrl: 'http://127.0.0.1:1' }).beginCheckout(order('b'))).rejects.toThrow(
      PaymentsUnavailable,
    )
    const broken = createServer((_request, response) =>
      response.writeHead(500).end('{"error": {}}'),
    )
    broken.listen(0, '127.0.0.1')
    await new Promise((resolve) => broken.once('listening', resolve))
    const apiUrl = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`
    await expect(open({ apiUrl }).beginCheckout(order('c'))).rejects.toThrow(PaymentsUnavailable)
    broken.close()
    broken.closeAllConnections()
  })
})

const session = {
  id: 'cs_1',
  object: 'checkout.session',
  client_reference_id: 'payment',
  payment_intent: 'pi_1',
  payment_status: 'paid',
  amount_total: 999,
  currency: 'eur',
  metadata: { account_id: 'ada', pack: 'start', credits: '1000' },
}
const dispute = {
  id: 'dp_1',
  object: 'dispute',
  payment_intent: { id: 'pi_1' },
  amount: 999,
  currency: 'eur',
}
const charge = {
  object: 'charge',
  payment_intent: 'pi_1',
  amount: 999,
  amount_refunded: 5,
  currency: 'eur',
}

/** An event with Stripe's own signature. */
function signed(
  type: string,
  object: object,
  { secret = keys.webhookSecret, timestamp = Date.now() / 1_000 } = {},
) {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    created: 1_800_000_000,
    type,
    data: { object },
  })
  const at = Math.floor(timestamp)
  const signature = new Stripe('sk').webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: at,
  })
  return { body: new TextEncoder().encode(payload), signature }
}

async function read(type: string, object: object) {
  const { body, signature } = signed(type, object)
  return (await open().readEvent(body, signature)).message
}

describe('an event of Stripe', () => {
  it('is read with its id and its time', async () => {
    const { body, signature } = signed('checkout.session.completed', session)
    expect(await open().readEvent(body, signature)).toEqual({
      id: 'evt_1',
      type: 'checkout.session.completed',
      createdAt: new Date(1_800_000_000_000),
      message: {
        about: 'checkout',
        checkoutId: 'cs_1',
        intentId: 'pi_1',
        progress: 'paid',
        bought: {
          paymentId: 'payment',
          accountId: 'ada',
          pack: 'start',
          credits: 1_000,
          amount: 999,
          currency: 'eur',
        },
        tax: 0,
      },
      problem: null,
    })
  })

  it.each([
    ['completed', { payment_status: 'unpaid' }, 'waiting'],
    ['async_payment_succeeded', {}, 'paid'],
    ['async_payment_failed', { payment_status: 'unpaid' }, 'failed'],
    ['expired', { payment_status: 'unpaid', payment_intent: null }, 'expired'],
  ])('about a checkout that is %s', async (type, also, progress) => {
    expect(await read(`checkout.session.${type}`, { ...session, ...also })).toMatchObject({
      progress,
    })
  })

  it.each([
    ['warning_needs_response', 'inquiry'],
    ['warning_closed', 'won'],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['lost', 'lost'],
    ['won', 'won'],
    ['a new word', 'inquiry'],
  ])('about a dispute that is %s', async (status, state) => {
    const expected = {
      about: 'dispute',
      intentId: 'pi_1',
      disputeId: 'dp_1',
      state,
      amount: 999,
      currency: 'eur',
    }
    expect(await read('charge.dispute.updated', { ...dispute, status })).toEqual(expected)
  })

  it('about refunds has their total', async () => {
    const refund = { about: 'refund', intentId: 'pi_1', amount: 5, currency: 'eur' }
    expect(await read('charge.refunded', charge)).toEqual(refund)
    const failed = { object: 'refund', payment_intent: 'pi_1', amount: 5, currency: 'eur' }
    const foreign = { requestId: null, refundId: null, error: null }
    expect(await read('refund.failed', failed)).toEqual({
      ...{ ...refund, ...foreign, about: 'failed-refund' },
    })
  })

  it.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['succeeded', 'succeeded'],
    ['canceled', 'failed'],
    ['failed', 'failed'],
  ])('about a refund of ours that is %s has its request', async (status, state) => {
    const object = {
      ...{ id: 're_1', object: 'refund', payment_intent: 'pi_1', amount: 5, currency: 'eur' },
      ...{ status, failure_reason: 'lost_or_stolen_card', metadata: { refund_request: 'ours' } },
    }
    expect(await read('refund.updated', object)).toEqual({
      ...{ about: 'refund-progress', intentId: 'pi_1', amount: 5, currency: 'eur', state },
      ...{ requestId: 'ours', refundId: 're_1', error: 'lost_or_stolen_card' },
    })
    expect(await read('refund.created', { ...object, metadata: {} })).toBeNull()
  })

  it('about a checkout has the tax in its total', async () => {
    const taxed = { ...session, amount_total: 1_199, total_details: { amount_tax: 200 } }
    expect(await read('checkout.session.completed', taxed)).toMatchObject({
      ...{ tax: 200, bought: { amount: 1_199 } },
    })
  })

  const invoice = {
    ...{ id: 'in_1', object: 'invoice', total: 999, currency: 'eur' },
    metadata: { payment_id: 'payment', account_id: 'ada' },
    hosted_invoice_url: 'https://invoice.stripe.com/i/acct_1/live_1',
    invoice_pdf: 'https://pay.stripe.com/invoice/acct_1/live_1/pdf',
  }

  it('about an invoice has its pages; those of other products are ignored', async () => {
    expect(await read('invoice.paid', invoice)).toEqual({
      ...{ about: 'invoice', intentId: null, paymentId: 'payment', accountId: 'ada' },
      ...{ invoiceId: 'in_1', amount: 999, currency: 'eur' },
      ...{ url: invoice.hosted_invoice_url, pdf: invoice.invoice_pdf },
    })
    expect(await read('invoice.paid', { ...invoice, metadata: {} })).toBeNull()
  })

  it.each([
    'http://invoice.stripe.com/i/1',
    'https://stripe.com.evil.example/i/1',
    'https://evilstripe.com/i/1',
    'https://evil.example/invoice.stripe.com',
    'https://invoice.stripe.com@evil.example/',
    'https://a:b@invoice.stripe.com/',
    'https://invoice.stripe.com:8443/i/1',
    'javascript:alert(1)//invoice.stripe.com',
    'nonsense',
  ])('about an invoice at %s is invalid', async (address) => {
    for (const name of ['hosted_invoice_url', 'invoice_pdf']) {
      const { body, signature } = signed('invoice.paid', { ...invoice, [name]: address })
      expect(await open().readEvent(body, signature)).toMatchObject({
        ...{ message: null, problem: 'the address of its invoice is not Stripe’s' },
      })
    }
  })

  it('about anything else, and about other products, is ignored', async () => {
    expect(await read('customer.created', {})).toBeNull()
    expect(
      await read('checkout.session.completed', { ...session, client_reference_id: null }),
    ).toBeNull()
    expect(await read('checkout.session.completed', { ...session, metadata: {} })).toBeNull()
    expect(await read('charge.refunded', { ...charge, payment_intent: null })).toBeNull()
  })

  it('is rejected when it is forged or old', async () => {
    const hourAgo = Date.now() / 1_000 - 3_600
    const good = signed('checkout.session.completed', session)
    const forged = [
      signed('checkout.session.completed', session, { secret: 'whsec_other' }),
      signed('checkout.session.completed', session, { timestamp: hourAgo }),
      { body: good.body, signature: undefined },
      { body: good.body, signature: 'nonsense' },
      {
        body: new TextEncoder().encode(`${new TextDecoder().decode(good.body)} `),
        signature: good.signature,
      },
    ]
    for (const { body, signature } of forged)
      await expect(open().readEvent(body, signature)).rejects.toThrow(EventForged)
  })
})
