import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { CheckoutSimulator, NewSession } from './checkout-simulator.ts'

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
    const amount = await simulator.refund(
      session,
      form.has('amount') ? Number(form.get('amount')) : undefined,
    )
    return c.json({ id: newId('re'), object: 'refund', amount, status: 'succeeded' })
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

/** The order in a form; `null`: something is missing. */
function sessionFrom(form: URLSearchParams): NewSession | null {
  const price = (name: string) => form.get(`line_items[0][price_data]${name}`)
  const amount = Number(price('[unit_amount]'))
  const currency = price('[currency]')
  const successUrl = form.get('success_url')
  if (!Number.isInteger(amount) || amount <= 0 || !currency || !successUrl) return null
  return {
    reference: form.get('client_reference_id'),
    email: form.get('customer_email'),
    metadata: Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
        return key ? [[key, value]] : []
      }),
    ),
    description: price('[product_data][name]') ?? '',
    amount,
    currency,
    language: form.get('locale') === 'zh' ? 'zh' : 'en',
    successUrl,
    cancelUrl: form.get('cancel_url') ?? successUrl,
  }
}
