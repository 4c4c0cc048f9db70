import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, refusals, sessionRoute } from '#core/http/route.ts'
import { PushView, PutPush } from './contract.ts'
import { isSubscribed, studioKey, subscribe, unsubscribe } from './manage-subscriptions.ts'

const path = '/api/account/push'

const read = sessionRoute({
  method: 'get',
  path,
  summary: 'Whether this browser gets messages while no page is open',
  responses: { 200: json(PushView, 'With the key to subscribe with.'), ...refusals(401, 403) },
})

const put = sessionRoute({
  method: 'put',
  path,
  summary: 'Send this browser a message when a long job ends',
  description:
    'Messages are encrypted for the browser (RFC 8291) and sent while no page of the account is open, about jobs of at least a minute. They end when the browser is signed out. Of an account, 20 browsers get them at most.',
  body: PutPush,
  responses: { 204: { description: 'Stored.' }, ...refusals(400, 401, 403, 404, 415) },
})

const remove = sessionRoute({
  method: 'delete',
  path,
  summary: 'Send this browser no messages any more',
  responses: { 204: { description: 'It gets none.' }, ...refusals(401, 403) },
})

/** The push subscription of the browser whose session asks. */
export function routes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(read, async (c) => {
      const session = { accountId: c.get('account').id, token: c.get('credential').session }
      const [{ publicKey }, is_subscribed] = await Promise.all([
        studioKey(context),
        isSubscribed(context, session),
      ])
      return c.json({ public_key: publicKey.toString('base64url'), is_subscribed }, 200)
    })
    .openapi(put, async (c) => {
      const session = { accountId: c.get('account').id, token: c.get('credential').session }
      const { endpoint, keys, language } = c.get('body')
      await subscribe(context, session, {
        ...{ endpoint, language },
        publicKey: Buffer.from(keys.p256dh, 'base64url'),
        authSecret: Buffer.from(keys.auth, 'base64url'),
      })
      return c.body(null, 204)
    })
    .openapi(remove, async (c) => {
      await unsubscribe(context, {
        accountId: c.get('account').id,
        token: c.get('credential').session,
      })
      return c.body(null, 204)
    })
}
