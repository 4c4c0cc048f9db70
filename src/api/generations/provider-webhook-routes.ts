import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { kindsAt, type WebhookPath, webhookPaths } from '#contract/webhooks.ts'
import { receiveWebhook } from '#services/generation-steps/receive-webhook.ts'
import type { ApiOptions, Env } from '../env.ts'
import { HttpRefused } from '../errors.ts'
import { json, refusals, webhookRoute } from '../route.ts'

/**
 * Missing or said twice, it names nothing. Who signed is asked first, so that what is unsigned is
 * always 401.
 */
const anyText = z.coerce.string().default('')

const webhook = (path: WebhookPath) =>
  webhookRoute({
    method: 'post',
    path,
    summary: 'For the provider alone: one of its jobs has ended',
    description:
      'Signed with Ed25519 over the raw body. Nothing in it is believed but that the job has ended.',
    request: { query: z.object({ generation: anyText, token: anyText }) },
    responses: {
      200: json(z.object({ received: z.literal(true) }), 'Heard, now or before.'),
      ...refusals(400, 401, 404, 413, 503),
    },
  })

/**
 * The provider's webhooks (docs/spec/api.md#webhooks). Answers at once: the work follows in a
 * worker.
 */
export function webhookRoutes({ context }: ApiOptions) {
  const app = new OpenAPIHono<Env>()
  for (const path of webhookPaths) {
    app.openapi(webhook(path), async (c) => {
      const { generation: id, token } = c.req.valid('query')
      const body = new Uint8Array(await c.req.arrayBuffer())
      const reception = await receiveWebhook(context, {
        ...{ id, token, body },
        kinds: kindsAt(path),
        header: (name) => c.req.header(name),
      })
      context.log.info({ generation: id, reception }, 'webhook')
      context.meter.count('atelier_webhooks_total', { outcome: reception })
      if (reception === 'forged') throw new HttpRefused('invalid_signature')
      if (reception === 'unknown') throw new HttpRefused('not_found')
      if (reception === 'early') throw new HttpRefused('unavailable')
      return c.json({ received: true as const }, 200)
    })
  }
  return app
}
