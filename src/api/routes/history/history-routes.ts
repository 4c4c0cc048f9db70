import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { historyFailure } from '#contract/errors/error-messages.ts'
import {
  DeleteAnswer,
  DeleteOneRequest,
  DeleteRequest,
  historyPage,
  historyQuery,
  ImageHistoryPage,
} from '#contract/history.ts'
import { deleteGenerations } from '#services/generations/delete-generation.ts'
import { type HistoryPage, listHistory } from '#services/generations/reading/list-history.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { createErrorHandler } from '../../middleware/errors.ts'
import { requireAccount } from '../../middleware/request.ts'
import { reword } from '../../middleware/reword.ts'
import { presentGeneration, type Reader } from '../../presenters/present-generation.ts'
import { documentBody, readBody } from '../../read-body.ts'
import { readerOf } from '../../reader.ts'
import { type History, histories } from './histories.ts'

/** Five histories and their delete calls: one table, the same shape everywhere. */
export function historyRoutes(options: ApiOptions): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  for (const history of histories) {
    app.route('/', listRoute(options, history))
    app.route('/', deleteRoute(options, history))
  }
  return app
}

function listRoute({ context }: ApiOptions, history: History) {
  const { kind, base, what, pageSize, record } = history
  const schema = history.hasStats ? ImageHistoryPage : historyPage(record)
  const route = createRoute({
    method: 'get',
    path: `${base}/history`,
    summary: `The account’s ${what}, newest first`,
    security: signedIn,
    request: { query: historyQuery(pageSize) },
    responses: { 200: json(schema, 'One page; beyond the end it is empty.'), ...refusals(400, 401, 503) },
  })
  const app = new OpenAPIHono<Env>()
  app.onError(reword(createErrorHandler(context.log), historyFailure('fetch')))
  return app.openapi(route, async (c) => {
    const account = requireAccount(c.get('account'))
    const page = await listHistory(context, { accountId: account.id, kind, ...c.req.valid('query') })
    return c.json(presentPage(page, history, readerOf(c, account)) as never, 200)
  })
}

function deleteRoute({ context }: ApiOptions, { kind, base, what, deletesMany }: History) {
  const route = createRoute({
    method: 'delete',
    path: `${base}/delete`,
    summary: `Delete ${what} and their files; what still waits is cancelled and refunded first`,
    security: signedIn,
    request: { body: documentBody(deletesMany ? DeleteRequest : DeleteOneRequest) },
    responses: {
      200: json(DeleteAnswer, 'How many were deleted.'),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  app.onError(reword(createErrorHandler(context.log), historyFailure(deletesMany ? 'deleteMany' : 'delete')))
  return app.openapi(route, async (c) => {
    const account = requireAccount(c.get('account'))
    const ids = deletesMany ? (await readBody(c, DeleteRequest)).ids : [(await readBody(c, DeleteOneRequest)).id]
    return c.json({ deletedCount: await deleteGenerations(context, { accountId: account.id, kind, ids }) }, 200)
  })
}

function presentPage({ generations, stats, total, page, totalPages }: HistoryPage, history: History, reader: Reader) {
  const { creditsUsed: totalCreditsUsed, favorites: favoriteCount } = stats
  return {
    data: generations.map((found) => history.present(presentGeneration(found, reader), reader.language)),
    total,
    page,
    totalPages,
    ...(history.hasStats && { stats: { totalGenerated: total, totalCreditsUsed, favoriteCount } }),
  }
}
