import { Hono } from 'hono'
import { ActRequest } from '#contract/admin/generations.ts'
import {
  type BlockedHashesView,
  HashesQuery,
  type ReportedResultView,
  TakedownRequest,
  UnblockRequest,
} from '#contract/admin/moderation.ts'
import type { Permission } from '#domain/accounts/roles.ts'
import type { ServiceContext } from '#services/context.ts'
import { listBlockedHashes, unblockHash } from '#services/moderation/removed-files.ts'
import {
  dismissReports,
  listReports,
  openReportedFile,
  type ReportedResult,
  takeDownNow,
} from '#services/moderation/review-reports.ts'
import { withPermission } from '../access.ts'
import type { Env } from '../env.ts'
import { sendMedia } from '../media/send-media.ts'
import { readBody, readQuery } from '../validation.ts'
import { operatorAction } from './operator-action.ts'

/** Reported results: their list, their files, and the decision about each. */
export function moderationRoutes(context: ServiceContext) {
  const allow = (permission: Permission) => withPermission(context, permission)
  return new Hono<Env>()
    .get('/api/admin/moderation', allow('reports.read'), async (c) =>
      c.json({ data: (await listReports(context)).map(presentReported) }),
    )
    .get('/api/admin/moderation/files/:account/:id', allow('reports.read'), async (c) => {
      const { account: accountId, id } = c.req.param()
      const file = { accountId, id, thumbnail: false }
      const response = await sendMedia(c, await openReportedFile(context, file))
      // Not kept by the operator's browser, as an owner's own file would be.
      response.headers.set('cache-control', 'no-store')
      return response
    })
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
    .post('/api/admin/moderation/:id/dismiss', allow('reports.dismiss'), async (c) => {
      const act = operatorAction(c, await readBody(c, ActRequest))
      return c.json({ reports: await dismissReports(context, act, c.req.param('id')) })
    })
    .post('/api/admin/moderation/:id/takedown', allow('results.remove'), async (c) => {
      const { note, ...body } = await readBody(c, TakedownRequest)
      await takeDownNow(context, operatorAction(c, body), { id: c.req.param('id'), note })
      return c.json({ removed: true })
    })
}

function presentReported(found: ReportedResult): ReportedResultView {
  const { id, account_id, email, kind, model, prompt, answer, outputs } = found
  return {
    ...{ id, kind, model, prompt, answer },
    account: { id: account_id, email },
    created_at: found.created_at.toISOString(),
    files: outputs.map(({ id: file, content_type }) => ({
      url: `/api/admin/moderation/files/${account_id}/${file}`,
      content_type,
    })),
    ...{ count: found.count, reasons: found.reasons, notes: found.notes },
    first_at: new Date(found.first_at).toISOString(),
  }
}
