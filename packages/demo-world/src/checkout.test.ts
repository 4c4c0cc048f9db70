import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDemoCheckout } from './checkout.ts'

type Event = { id: string; type: string; data: { object: Record<string, unknown> } }

const form = {
  'line_items[0][price_data][unit_amount]': '1000',
  'line_items[0][price_data][currency]': 'jpy',
  'line_items[0][price_data][product_data][name]': '1,000 <b>credits</b>',
  'metadata[pack]': 'start',
  client_reference_id: 'payment',
  customer_email: 'ada@example.com',
  locale: 'zh',
  success_url: 'http://localhost:1/done',
  cancel_url: 'http://localhost:1/pricing',
}

describe('the demo’s payment provider', () => {
  let demo: Awaited<ReturnType<typeof startDemoCheckout>>
  let pages: Server
  let receiver: Server
  let events: Event[]
  let answers: number[]

  beforeEach(async () => {
    events = []
    answers = []
    receiver = createServer(async (request, response) => {
      events.push(JSON.parse(await text(request)))
      response.writeHead(answers.shift() ?? 200).end()
    })
    pages = createServer((request, response) => void demo.handle(request, response))
    for (const server of [receiver, pages]) {
      server.listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
    }
    const at = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    demo = await startDemoCheckout({
      pagesUrl: `${at(pages)}/demo/checkout`,
      webhookUrl: at(receiver),
      secretKey: 'sk_demo',
      webhookSecret: 'whsec_demo',
      repeatAfter: [20, 20],
    })
  })

  afterEach(async () => {
    await demo.stop()
    for (const server of [receiver, pages]) {
      server.close()
      server.closeAllConnections()
    }
  })

  async function send(action: string, fields: Record<string, string>, key = 'sk_demo') {
    const headers = { authorization: `Bearer ${key}` }
    const body = new URLSearchParams(fields)
    const response = await fetch(`${demo.apiUrl}/v1/${action}`, { method: 'POST', headers, body })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }

  const pay = (url: string, act = 'pay') =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ act }), redirect: 'manual' })

  it('rejects requests without a key, and unknown checkouts', async () => {
    expect((await send('checkout/sessions', form, 'sk_other')).status).toBe(401)
    expect((await send('checkout/sessions', { ...form, success_url: '' })).status).toBe(400)
    expect(
      (await send('checkout/sessions', { ...form, 'line_items[0][price_data][unit_amount]': '-1' }))
        .status,
    ).toBe(400)
    expect((await send('refunds', { payment_intent: 'pi_none' })).status).toBe(400)
    expect((await send('customers', {})).status).toBe(404)
  })

  it('shows the order, plainly marked as a demo, in the language of the order', async () => {
    const { body } = await send('checkout/sessions', form)
    const page = await fetch(body.url ?? '', { headers: { cookie: 'theme=light' } })
    const markup = await page.text()
    expect(markup).toContain('模拟付款')
    expect(markup).toContain('data-theme="light"')
    expect(markup).toContain('&lt;b&gt;credits&lt;/b&gt;')
    expect(markup).toContain('¥1,000')
    expect(page.headers.get('content-security-policy')).toMatch(
      /form-action 'self' http:\/\/localhost:1;/,
    )
  })

  it('retries an event with the same id until it is accepted', async () => {
    answers = [503, 500]
    const { body } = await send('checkout/sessions', form)
    expect((await pay(body.url ?? '')).headers.get('location')).toBe(form.success_url)
    await expect.poll(() => events).toHaveLength(3)
    expect(new Set(events.map(({ id }) => id)).size).toBe(1)
    expect(events[0]).toMatchObject({
      type: 'checkout.session.completed',
      data: {
        object: { payment_status: 'paid', amount_total: 1_000, metadata: { pack: 'start' } },
      },
    })
  })

  it('takes the money once, and refunds no more than was paid', async () => {
    const { body } = await send('checkout/sessions', form)
    await Promise.all([pay(body.url ?? ''), pay(body.url ?? '')])
    expect(events).toHaveLength(1)
    const payment_intent = String(events[0]?.data.object.payment_intent)
    expect((await send('refunds', { payment_intent, amount: '400' })).body.amount).toBe(400)
    expect((await send('refunds', { payment_intent })).body.amount).toBe(600)
    expect((await send('refunds', { payment_intent, amount: '1' })).status).toBe(400)
    const charges = events.filter(({ type }) => type === 'charge.refunded')
    expect(charges.map(({ data }) => data.object.amount_refunded)).toEqual([400, 1_000])
  })

  it('reports that a checkout has ended', async () => {
    const { body } = await send('checkout/sessions', form)
    await pay(body.url ?? '')
    const again = await fetch(body.url ?? '')
    expect(again.status).toBe(410)
    expect(await again.text()).toContain('This checkout has ended')
    expect((await pay((body.url ?? '').slice(0, -1))).status).toBe(410)
  })
})
