import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { historyFailure } from '#contract/error-messages.ts'
import { HistoryFacets } from '#contract/history-query.ts'
import { listFacets } from '#services/generations/reading/list-facets.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { createErrorHandler } from '../../middleware/errors.ts'
import { requireAccount } from '../../middleware/request.ts'
import { reword } from '../../middleware/reword.ts'
import type { History } from './histories.ts'

/**
 * `GET …/filters`: what a history can be narrowed to, old names included
 * (docs/spec/history.md#list).
 */
export function facetsRoute({ context }: ApiOptions, { kind, base, what }: History) {
  const route = createRoute({
    method: 'get',
    path: `${base}/filters`,
    summary: `The models, modes, sizes and tags of the account’s ${what}`,
    security: signedIn,
    responses: { 200: json(HistoryFacets, 'What occurs.'), ...refusals(401, 503) },
  })
  const app = new OpenAPIHono<Env>()
  app.onError(reword(createErrorHandler(context.log), historyFailure('fetch')))
  return app.openapi(route, async (c) => {
    const account = requireAccount(c.get('account'))
    return c.json(await listFacets(context, { accountId: account.id, kind }), 200)
  })
}
