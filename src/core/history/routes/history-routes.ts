import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { readOfKind } from '#core/generations/read-generation.ts'
import {
  presentGeneration,
  type Reader,
  readerOf,
} from '#core/generations/routes/present-generation.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { createErrorHandler, withRouteFields } from '#core/http/errors.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { documentQuery, readQuery } from '#core/http/validation.ts'
import { historyFailure } from '#core/texts/contract/error-messages.ts'
import { selectionAnswer } from '../contract/history-changes.ts'
import { HistoryFacets, historyQuery } from '../contract/history-query.ts'
import { historyPage, ImageHistoryPage } from '../contract/history-records.ts'
import { filtersOf, type HistoryPage, listFacets, listHistory } from '../list-history.ts'
import { deleteRoute, favoriteRoute } from './change-routes.ts'
import { type History, histories } from './histories.ts'
import { addedActions, selectionRoute } from './selection-route.ts'

/** The histories with their endpoints, all of the same shape. */
export function historyRoutes(options: ApiOptions): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>()
  const answer = selectionAnswer(addedActions(options))
  for (const history of histories) {
    app.route('/', listRoute(options, history))
    app.route('/', facetsRoute(options, history))
    app.route('/', favoriteRoute(options, history))
    app.route('/', deleteRoute(options, history))
    app.route('/', selectionRoute(options, history, answer))
    if (history.hasStatus) app.route('/', statusRoute(options, history))
  }
  return app
}

/** `GET …/history`: one page, with the filters of the query (docs/spec/history.md#list). */
function listRoute({ context }: ApiOptions, history: History) {
  const { kind, base, what, record } = history
  const query = historyQuery(kind, history.pageSize)
  const route = signedInRoute({
    method: 'get',
    path: `${base}/history`,
    summary: `The account’s ${what}, newest first`,
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
  app.onError(withRouteFields(createErrorHandler(context.log), historyFailure('fetch')))
  return app.openapi(route, async (c) => {
    const account = c.get('account')
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

/**
 * `GET …/filters`: the values to filter a history by, old names included
 * (docs/spec/history.md#list).
 */
function facetsRoute({ context }: ApiOptions, { kind, base, what }: History) {
  const route = signedInRoute({
    method: 'get',
    path: `${base}/filters`,
    summary: `The models, modes, sizes and tags of the account’s ${what}`,
    responses: { 200: json(HistoryFacets, 'What occurs.'), ...refusals(401, 503) },
  })
  const app = new OpenAPIHono<Env>()
  app.onError(withRouteFields(createErrorHandler(context.log), historyFailure('fetch')))
  return app.openapi(route, async (c) => {
    const account = c.get('account')
    return c.json(await listFacets(context, { accountId: account.id, kind }), 200)
  })
}

/** `GET …/status`: one record of a kind whose job status the specification does not define. */
function statusRoute({ context }: ApiOptions, { kind, base, what, record, present }: History) {
  const route = signedInRoute({
    method: 'get',
    path: `${base}/status`,
    summary: `How one of the ${what} stands`,
    request: { query: z.object({ id: z.string() }) },
    responses: { 200: json(record, 'As it stands.'), ...refusals(400, 401, 404) },
  })
  return new OpenAPIHono<Env>().openapi(route, async (c) => {
    const account = c.get('account')
    const found = await readOfKind(context, {
      accountId: account.id,
      id: c.req.valid('query').id,
      kind,
    })
    const generation = presentGeneration(found, readerOf(c, account))
    return c.json(present(generation, c.get('language')) as never, 200)
  })
}
