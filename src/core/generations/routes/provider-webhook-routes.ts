import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { ApiOptions, Env, RequestContext } from '#core/http/env.ts'
import { HttpError } from '#core/http/errors.ts'
import { json, refusals, webhookRoute } from '#core/http/route.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { receiveWebhook, type Webhook } from '../steps/receive-webhook.ts'
import { kindsAt, otherWebhookPath, webhookPaths } from '../webhooks-contract.ts'

/**
 * A missing or repeated parameter is empty. The signature is checked first, so that an unsigned
 * webhook always gets 401.
 */
const anyText = z.coerce.string().default('')

const webhook = <Path extends string, Params extends z.ZodObject>(path: Path, params: Params) =>
  webhookRoute({
    method: 'post',
    path,
    summary: 'For the provider alone: one of its jobs has ended',
    description:
      'Signed by the provider over the raw body. Nothing in it is believed but that the job has ended.',
    request: { params, query: z.object({ account: anyText, generation: anyText, token: anyText }) },
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
  const receive = async (
    c: RequestContext,
    sender: Pick<Webhook, 'provider' | 'kinds'>,
    {
      account: accountId,
      generation: id,
      token,
    }: Record<'account' | 'generation' | 'token', string>,
  ) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    const header = (name: string) => c.req.header(name)
    const own = { accountId, id, token, body, header }
    const reception = await receiveWebhook(context, { ...sender, ...own })
    context.log.info({ generation: id, provider: sender.provider, reception }, 'webhook')
    context.meter.count('atelier_webhooks_total', { outcome: reception })
    if (reception === 'forged') throw new HttpError('invalid_signature')
    if (reception === 'unknown') throw new HttpError('not_found')
    if (reception === 'early') throw new HttpError('unavailable')
  }

  for (const path of webhookPaths) {
    app.openapi(webhook(path, z.object({})), async (c) => {
      await receive(c, { provider: 'fal', kinds: kindsAt(path) }, c.req.valid('query'))
      return c.json({ received: true as const }, 200)
    })
  }
  app.openapi(webhook(otherWebhookPath, z.object({ provider: anyText })), async (c) => {
    const { provider } = c.req.valid('param')
    // fal's events have addresses of their own, which say for which kinds they are.
    if (provider === 'fal') throw new HttpError('not_found')
    await receive(c, { provider, kinds }, c.req.valid('query'))
    return c.json({ received: true as const }, 200)
  })
  return app
}
