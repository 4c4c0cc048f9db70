import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { kindsAt, type WebhookPath, webhookPaths } from '#contract/webhooks.ts'
import { receiveWebhook } from '#services/generation-steps/receive-webhook.ts'
import type { ApiOptions, Env } from '../env.ts'
import { HttpError } from '../errors.ts'
import { json, refusals, webhookRoute } from '../route.ts'

/**
 * A missing or repeated parameter is empty. The signature is checked first, so that an unsigned
 * webhook always gets 401.
 */
const anyText = z.coerce.string().default('')

const webhook = (path: WebhookPath) =>
  webhookRoute({
    method: 'post',
    path,
    summary: 'For the provider alone: one of its jobs has ended',
    description:
      'Signed with Ed25519 over the raw body. Nothing in it is believed but that the job has ended.',
    request: { query: z.object({ account: anyText, generation: anyText, token: anyText }) },
    responses: {
      200: json(z.object({ received: z.literal(true) }), 'Heard, now or before.'),
      ...refusals(400, 401, 404, 413, 503),
    },
  })

/**
 * The provider's webhooks (docs/spec/api.md#webhooks). Answers at once: a worker does the rest.
 */
export function webhookRoutes({ context }: ApiOptions) {
  const app = new OpenAPIHono<Env>()
  for (const path of webhookPaths) {
    app.openapi(webhook(path), async (c) => {
      const { account: accountId, generation: id, token } = c.req.valid('query')
      const body = new Uint8Array(await c.req.arrayBuffer())
      const reception = await receiveWebhook(context, {
        ...{ provider: 'fal', accountId, id, token, body },
        kinds: kindsAt(path),
        header: (name) => c.req.header(name),
      })
      context.log.info({ generation: id, reception }, 'webhook')
      context.meter.count('atelier_webhooks_total', { outcome: reception })
      if (reception === 'forged') throw new HttpError('invalid_signature')
      if (reception === 'unknown') throw new HttpError('not_found')
      if (reception === 'early') throw new HttpError('unavailable')
      return c.json({ received: true as const }, 200)
    })
  }
  return app
}
