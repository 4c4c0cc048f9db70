import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { refundObject } from './checkout-session.ts'
import type { CheckoutSimulator, NewSession } from './checkout-simulator.ts'
import { parseLanguage } from './demo-page.ts'

/**
 * The parts of Stripe's API that the product and its tests use: form-encoded, bearer key,
 * idempotency key. Customers' banks open disputes; here, a post to `/v1/disputes` does.
 */
export function createStripeApi(simulator: CheckoutSimulator, secretKey: string) {
  const app = new Hono()
  app.use(async (c, next) => {
    if (c.req.header('authorization') === `Bearer ${secretKey}`) return next()
    return refuse(c, 401, 'Invalid API Key provided')
  })

  app.post('/v1/checkout/sessions', async (c) => {
    const wanted = sessionFrom(new URLSearchParams(await c.req.text()))
    if (!wanted) return refuse(c, 400, 'Missing required param')
    return c.json(
      simulator.present(simulator.open(wanted, c.req.header('idempotency-key') ?? null)),
    )
  })

  app.get('/v1/checkout/sessions/:id', (c) => {
    const session = simulator.find(c.req.param('id'))
    return session ? c.json(simulator.present(session)) : refuse(c, 404, 'No such checkout.session')
  })

  app.post('/v1/checkout/sessions/:id/expire', async (c) => {
    const session = simulator.find(c.req.param('id'))
    if (!session) return refuse(c, 404, 'No such checkout.session')
    await simulator.expire(session)
    return c.json(simulator.present(session))
  })

  app.post('/v1/refunds', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const session = simulator.findByIntent(form.get('payment_intent') ?? '')
    if (!session?.isPaid) return refuse(c, 400, 'No such payment_intent')
    const refund = await simulator.refund(session, {
      amount: form.has('amount') ? Number(form.get('amount')) : undefined,
      metadata: metadataOf(form),
      key: c.req.header('idempotency-key') ?? null,
    })
    if (!refund) return refuse(c, 400, 'Refund amount is greater than unrefunded amount on charge')
    return c.json(refundObject(refund, session))
  })

  app.get('/v1/refunds', (c) => {
    const session = simulator.findByIntent(c.req.query('payment_intent') ?? '')
    const data = session?.refunds.map((refund) => refundObject(refund, session)) ?? []
    return c.json({ object: 'list', url: '/v1/refunds', has_more: false, data: data.toReversed() })
  })

  app.post('/v1/disputes', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const session = simulator.findByIntent(form.get('payment_intent') ?? '')
    if (!session?.isPaid) return refuse(c, 400, 'No such payment_intent')
    const dispute = {
      id: form.get('id') ?? newId('dp'),
      status: form.get('status') ?? 'needs_response',
    }
    await simulator.dispute(session, dispute)
    return c.json({ ...dispute, object: 'dispute' })
  })

  app.notFound((c) => refuse(c, 404, 'Unrecognized request URL'))
  return app
}

const newId = (kind: string) => `${kind}_demo_${randomBytes(12).toString('hex')}`

function refuse(c: Context, status: 400 | 401 | 404, message: string) {
  return c.json({ error: { type: 'invalid_request_error', message } }, status)
}

function metadataOf(form: URLSearchParams, prefix = 'metadata'): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const isOwn = name.startsWith(`${prefix}[`) && name.endsWith(']')
      return isOwn ? [[name.slice(prefix.length + 1, -1), value]] : []
    }),
  )
}

const priceName = (form: URLSearchParams, name: string) =>
  form.get(`line_items[0][price_data]${name}`)

/** The demo's tax, wherever the buyer lives: 20 % on top of the price, or included. */
function taxOf(price: number, form: URLSearchParams): number {
  if (form.get('automatic_tax[enabled]') !== 'true') return 0
  const isIncluded = priceName(form, '[tax_behavior]') === 'inclusive'
  return isIncluded ? price - Math.round(price / 1.2) : Math.round(price * 0.2)
}

/** The order in a form; `null`: something is missing. */
function sessionFrom(form: URLSearchParams): NewSession | null {
  const price = Number(priceName(form, '[unit_amount]'))
  const currency = priceName(form, '[currency]')
  const successUrl = form.get('success_url')
  if (!Number.isInteger(price) || price <= 0 || !currency || !successUrl) return null
  const tax = taxOf(price, form)
  const invoice =
    form.get('invoice_creation[enabled]') === 'true'
      ? metadataOf(form, 'invoice_creation[invoice_data][metadata]')
      : null
  return {
    reference: form.get('client_reference_id'),
    email: form.get('customer_email'),
    metadata: metadataOf(form),
    description: priceName(form, '[product_data][name]') ?? '',
    ...{ price, tax, invoice },
    amount: priceName(form, '[tax_behavior]') === 'inclusive' ? price : price + tax,
    currency,
    language: parseLanguage(form.get('locale')) ?? 'en',
    successUrl,
    cancelUrl: form.get('cancel_url') ?? successUrl,
  }
}
