import { Hono } from 'hono'
import { withPermission } from '#core/http/access.ts'
import type { Env } from '#core/http/env.ts'
import { operatorAction } from '#core/http/operator-action.ts'
import { sendMedia } from '#core/http/send-media.ts'
import { readBody } from '#core/http/validation.ts'
import { ActRequest } from '#core/operators/contract.ts'
import type { AllParts } from '#core/parts.ts'
import type { ReportedResultView } from './contract.ts'
import {
  dismissReports,
  listReports,
  openReportedFile,
  type ReportedResult,
} from './review-reports.ts'

/** Reported results: their list, their files, and dismissing reports. */
export function adminRoutes(context: AllParts) {
  const mayRead = withPermission(context, 'reports.read')
  return new Hono<Env>()
    .get('/api/admin/moderation', mayRead, async (c) =>
      c.json({ data: (await listReports(context)).map(presentReported) }),
    )
    .get('/api/admin/moderation/files/:account/:id', mayRead, async (c) => {
      const { account: accountId, id } = c.req.param()
      const file = { accountId, id, thumbnail: false }
      const response = await sendMedia(c, await openReportedFile(context, file))
      // Not kept by the operator's browser, as an owner's own file would be.
      response.headers.set('cache-control', 'no-store')
      return response
    })
    .post(
      '/api/admin/moderation/:id/dismiss',
      withPermission(context, 'reports.dismiss'),
      async (c) => {
        const act = operatorAction(c, await readBody(c, ActRequest))
        return c.json({ reports: await dismissReports(context, act, c.req.param('id')) })
      },
    )
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
