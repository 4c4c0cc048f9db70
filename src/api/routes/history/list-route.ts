import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { historyFailure } from '#contract/error-messages.ts'
import { historyQuery } from '#contract/history-query.ts'
import { historyPage, ImageHistoryPage } from '#contract/history-records.ts'
import { type HistoryPage, listHistory } from '#services/generations/reading/list-history.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { createErrorHandler } from '../../middleware/errors.ts'
import { documentQuery, readQuery } from '../../middleware/read-query.ts'
import { requireAccount } from '../../middleware/request.ts'
import { reword } from '../../middleware/reword.ts'
import { presentGeneration, type Reader } from '../../presenters/present-generation.ts'
import { readerOf } from '../../reader.ts'
import { filtersOf } from './filters-of.ts'
import type { History } from './histories.ts'

/** `GET …/history`: one page, narrowed by whatever the query names (docs/spec/history.md#list). */
export function listRoute({ context }: ApiOptions, history: History) {
  const { kind, base, what, record } = history
  const query = historyQuery(kind, history.pageSize)
  const route = createRoute({
    method: 'get',
    path: `${base}/history`,
    summary: `The account’s ${what}, newest first`,
    security: signedIn,
    parameters: documentQuery(query),
    responses: {
      200: json(
        history.hasStats ? ImageHistoryPage : historyPage(record),
        'One page; beyond the end it is empty.',
      ),
      ...refusals(400, 401, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  app.onError(reword(createErrorHandler(context.log), historyFailure('fetch')))
  return app.openapi(route, async (c) => {
    const account = requireAccount(c.get('account'))
    const asked = readQuery(c, query)
    const { page, pageSize } = asked
    const found = await listHistory(context, {
      accountId: account.id,
      kind,
      page,
      pageSize,
      filters: filtersOf(asked),
    })
    return c.json(presentPage(found, history, readerOf(c, account)) as never, 200)
  })
}

function presentPage(
  { generations, stats, total, page, totalPages }: HistoryPage,
  history: History,
  reader: Reader,
) {
  const { total: totalGenerated, creditsUsed: totalCreditsUsed, favorites: favoriteCount } = stats
  return {
    data: generations.map((found) =>
      history.present(presentGeneration(found, reader), reader.language),
    ),
    total,
    page,
    totalPages,
    ...(history.hasStats && { stats: { totalGenerated, totalCreditsUsed, favoriteCount } }),
  }
}
