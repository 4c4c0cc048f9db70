import { Hono } from 'hono'
import type { Permission } from '#core/accounts/rules/roles.ts'
import { withPermission } from '#core/http/access.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { readBody, readQuery } from '#core/http/validation.ts'
import { type BlockedHashesView, HashesQuery, TakedownRequest, UnblockRequest } from './contract.ts'
import { takeDownNow } from './remove-result.ts'
import { listBlockedHashes, unblockHash } from './removed-files.ts'

/** Removing results, and the hashes of removed files. */
export function routes({ context }: ApiOptions) {
  const allow = (permission: Permission) => withPermission(context, permission)
  return new Hono<Env>()
    .get('/api/admin/moderation/hashes', allow('reports.read'), async (c) => {
      const found = await listBlockedHashes(context, readQuery(c, HashesQuery).find)
      const data = found.map((one) => ({ ...one, created_at: one.created_at.toISOString() }))
      return c.json({ data } satisfies BlockedHashesView)
    })
    .post('/api/admin/moderation/hashes/unblock', allow('hashes.unblock'), async (c) => {
      const { sha256, ...act } = await readBody(c, UnblockRequest)
      await unblockHash(context, operatorAction(c, act), sha256)
      return c.json({ unblocked: true })
    })
    .post('/api/admin/moderation/:id/takedown', allow('results.remove'), async (c) => {
      const { note, ...body } = await readBody(c, TakedownRequest)
      await takeDownNow(context, operatorAction(c, body), { id: c.req.param('id'), note })
      return c.json({ removed: true })
    })
}
