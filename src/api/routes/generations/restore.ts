import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { historyFailure } from '#contract/error-messages.ts'
import { RestoreAnswer, RestoreRequest } from '#contract/history-changes.ts'
import { restoreGenerations } from '#services/generations/records/restore-generations.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { createErrorHandler } from '../../middleware/errors.ts'
import { requireAccount } from '../../middleware/request.ts'
import { reword } from '../../middleware/reword.ts'
import { documentBody, readBody } from '../../read-body.ts'

const restore = createRoute({
  method: 'post',
  path: '/api/generations/restore',
  summary: 'Undo a deletion while that is possible',
  description:
    'Brings deleted records of any kind back as they were; asking again changes nothing. Ids that are not the ' +
    'account’s, or whose time to be restored is over, count for nothing; 404 when none is left.',
  security: signedIn,
  request: { body: documentBody(RestoreRequest) },
  responses: {
    200: json(RestoreAnswer, 'How many are there again.'),
    ...refusals(400, 401, 403, 404, 413, 415, 503),
  },
})

export function restoreRoutes({ context }: ApiOptions) {
  const app = new OpenAPIHono<Env>()
  app.onError(reword(createErrorHandler(context.log), historyFailure('restore')))
  return app.openapi(restore, async (c) => {
    const account = requireAccount(c.get('account'))
    const { ids } = await readBody(c, RestoreRequest)
    return c.json(
      { restoredCount: await restoreGenerations(context, { accountId: account.id, ids }) },
      200,
    )
  })
}
