import { Hono } from 'hono'
import {
  type BlockedHashesView,
  HashesQuery,
  TakedownRequest,
  UnblockRequest,
} from '#contract/admin/moderation.ts'
import type { Permission } from '#domain/accounts/roles.ts'
import type { ServiceContext } from '#services/context.ts'
import { takeDownNow } from '#services/moderation/remove-result.ts'
import { listBlockedHashes, unblockHash } from '#services/moderation/removed-files.ts'
import { withPermission } from '../access.ts'
import type { Env } from '../env.ts'
import { readBody, readQuery } from '../validation.ts'
import { operatorAction } from './operator-action.ts'

/** Removing results, and the hashes of removed files. */
export function moderationRoutes(context: ServiceContext) {
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
