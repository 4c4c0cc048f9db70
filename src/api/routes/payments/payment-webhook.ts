import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { receivePaymentEvent } from '#services/payments/receive-event.ts'
import { json, refusals } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { HttpRefused } from '../../middleware/errors.ts'

const webhook = createRoute({
  method: 'post',
  path: '/api/payments/webhook',
  summary: 'For the payment provider alone: something became of a payment',
  description:
    'Signed by Stripe over the raw body (`Stripe-Signature`). Sent again it changes nothing twice.',
  responses: {
    200: json(z.object({ received: z.literal(true) }), 'Heard, now or before.'),
    ...refusals(401, 413, 503),
  },
})

/**
 * The payment provider's webhook. Answers when what it told is committed; any other answer makes it
 * send again.
 */
export function paymentWebhookRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>().openapi(webhook, async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const outcome = await receivePaymentEvent(context, {
      body,
      signature: c.req.header('stripe-signature'),
    })
    context.log.info({ outcome }, 'payment event')
    context.meter.count('atelier_payment_events_total', { outcome })
    if (outcome === 'forged') throw new HttpRefused('invalid_signature')
    return c.json({ received: true as const }, 200)
  })
}
