import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { historyFailure } from '#contract/error-messages.ts'
import { DeleteAnswer, DeleteRequest } from '#contract/history-changes.ts'
import { deleteGenerations } from '#services/generations/records/delete-generations.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { createErrorHandler } from '../../middleware/errors.ts'
import { requireAccount } from '../../middleware/request.ts'
import { reword } from '../../middleware/reword.ts'
import { documentBody, readBody } from '../../read-body.ts'
import type { History } from './histories.ts'

/** `DELETE …/delete`: one record or several (docs/spec/history.md#deletion). */
export function deleteRoute({ context }: ApiOptions, { kind, base, what }: History) {
  const route = createRoute({
    method: 'delete',
    path: `${base}/delete`,
    summary: `Delete ${what} and their files; what still waits is cancelled and refunded first`,
    description:
      'They are gone from every list at once, and so are their files’ addresses. Until `undo_until` they can be ' +
      'brought back by `POST /api/generations/restore`; then what was written and made is destroyed. Ids that are not ' +
      'the account’s count for nothing; 404 when none is.',
    security: signedIn,
    request: { body: documentBody(DeleteRequest) },
    responses: {
      200: json(DeleteAnswer, 'How many were deleted.'),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  const handle = createErrorHandler(context.log)
  app.onError(async (error, c) => {
    const body: { ids?: unknown } | null = await c.req.json().catch(() => null)
    return reword(handle, historyFailure(body?.ids === undefined ? 'delete' : 'deleteMany'))(
      error,
      c,
    )
  })
  return app.openapi(route, async (c) => {
    const account = requireAccount(c.get('account'))
    const { id, ids = [] } = await readBody(c, DeleteRequest)
    const asked = id === undefined ? ids : [id, ...ids]
    const { count, undoUntil } = await deleteGenerations(context, {
      accountId: account.id,
      kind,
      ids: asked,
    })
    return c.json({ deletedCount: count, undo_until: undoUntil.toISOString() }, 200)
  })
}
