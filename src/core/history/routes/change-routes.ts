import { OpenAPIHono } from '@hono/zod-openapi'
import { presentGeneration, readerOf } from '#core/generations/routes/present-generation.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { createErrorHandler, withRouteFields } from '#core/http/errors.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { historyFailure } from '#core/texts/contract/error-messages.ts'
import { markFavorite } from '../change-records.ts'
import {
  DeleteAnswer,
  DeleteRequest,
  FavoriteAnswer,
  FavoriteRequest,
  RestoreAnswer,
  RestoreRequest,
} from '../contract/history-changes.ts'
import { deleteGenerations, restoreGenerations } from '../delete-generations.ts'
import type { History } from './histories.ts'

/** `DELETE …/delete`: one record or several (docs/spec/history.md#deletion). */
export function deleteRoute({ context }: ApiOptions, { kind, base, what }: History) {
  const route = signedInRoute({
    method: 'delete',
    path: `${base}/delete`,
    summary: `Delete ${what} and their files; what still waits is cancelled and refunded first`,
    description:
      'They are gone from every list at once, and so are their files’ addresses. Until `undo_until` they can be ' +
      'brought back by `POST /api/generations/restore`; then what was written and made is destroyed. Ids that are not ' +
      'the account’s count for nothing; 404 when none is.',
    body: DeleteRequest,
    responses: {
      200: json(DeleteAnswer, 'How many were deleted.'),
      ...refusals(400, 401, 403, 404, 409, 413, 415, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  const handle = createErrorHandler(context.log)
  app.onError(async (error, c) => {
    // An invalid JSON body is refused here.
    const body: { ids?: unknown } | null = await c.req.json().catch(() => null)
    return withRouteFields(
      handle,
      historyFailure(body?.ids === undefined ? 'delete' : 'delete_many'),
    )(error, c)
  })
  return app.openapi(route, async (c) => {
    const account = c.get('account')
    const { id, ids = [] } = c.get('body')
    const asked = id === undefined ? ids : [id, ...ids]
    const { count, undoUntil } = await deleteGenerations(context, {
      accountId: account.id,
      kind,
      ids: asked,
    })
    return c.json({ deletedCount: count, undo_until: undoUntil.toISOString() }, 200)
  })
}

/**
 * `POST …/favorite`: the favourite mark of one record, and its tags (docs/spec/history.md#record).
 */
export function favoriteRoute({ context }: ApiOptions, { kind, base, what }: History) {
  const route = signedInRoute({
    method: 'post',
    path: `${base}/favorite`,
    summary: `Mark one of the ${what} as favourite, or no longer, and tag it`,
    body: FavoriteRequest,
    responses: {
      200: json(FavoriteAnswer, 'As it is now.'),
      ...refusals(400, 401, 403, 404, 413, 415, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  app.onError(withRouteFields(createErrorHandler(context.log), historyFailure('favorite')))
  return app.openapi(route, async (c) => {
    const account = c.get('account')
    const { imageId: id, isFavorite, tags } = c.get('body')
    const found = await markFavorite(context, { accountId: account.id, kind, id, isFavorite, tags })
    const generation = presentGeneration(found, readerOf(c, account))
    const { is_favorite, tags: kept } = generation
    return c.json(
      {
        success: true as const,
        imageId: generation.id,
        isFavorite: is_favorite,
        tags: kept,
        generation,
      },
      200,
    )
  })
}

const restore = signedInRoute({
  method: 'post',
  path: '/api/generations/restore',
  summary: 'Undo a deletion while that is possible',
  description:
    'Brings deleted records of any kind back as they were; asking again changes nothing. Ids that are not the ' +
    'account’s, or whose time to be restored is over, count for nothing; 404 when none is left.',
  body: RestoreRequest,
  responses: {
    200: json(RestoreAnswer, 'How many are there again.'),
    ...refusals(400, 401, 403, 404, 413, 415, 503),
  },
})

export function restoreRoutes({ context }: ApiOptions) {
  const app = new OpenAPIHono<Env>()
  app.onError(withRouteFields(createErrorHandler(context.log), historyFailure('restore')))
  return app.openapi(restore, async (c) => {
    const account = c.get('account')
    const { ids } = c.get('body')
    return c.json(
      { restoredCount: await restoreGenerations(context, { accountId: account.id, ids }) },
      200,
    )
  })
}
