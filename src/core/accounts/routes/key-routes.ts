import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { bySessionOnly, resource } from '#core/http/resource.ts'
import { createKey, type ListedKey, listKeys, revokeKey } from '../api-keys.ts'
import { CreateKey, KeyList, type KeyView, NewKeyView } from '../contract/keys.ts'

const keys = resource('/api/account/keys', bySessionOnly)

const list = keys.list({
  summary: 'The API keys that work',
  answer: [KeyList, 'Newest first.'],
})

const create = keys.create({
  summary: 'Make an API key',
  description: 'The key is in this answer and never shown again. An account has 50 at most.',
  body: CreateKey,
  answer: [NewKeyView, 'The key.'],
  refused: [409],
})

const revoke = keys.remove({
  summary: 'Revoke an API key',
  gone: 'It is revoked.',
})

/** Keys are managed in a session only: a leaked key must not create others. */
export function keyRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(list, async (c) => {
      const account = c.get('account')
      return c.json({ keys: (await listKeys(context, account.id)).map(presentKey) }, 200)
    })
    .openapi(create, async (c) => {
      const account = c.get('account')
      const { name, scopes } = c.get('body')
      const { key, row } = await createKey(context, { accountId: account.id, name, scopes })
      c.header('cache-control', 'no-store')
      return c.json({ key, ...presentKey(row) }, 201)
    })
    .openapi(revoke, async (c) => {
      const account = c.get('account')
      await revokeKey(context, { accountId: account.id, id: c.req.valid('param').id })
      return c.body(null, 204)
    })
}

function presentKey({ id, name, hint, scopes, created_at, last_used_at }: ListedKey): KeyView {
  const times = {
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }
  return { id, name, hint, scopes, ...times }
}
