import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import { historyFailure } from '#contract/error-messages.ts'
import { FavoriteAnswer, FavoriteRequest } from '#contract/history-changes.ts'
import { markFavorite } from '#services/generations/records/mark-favorite.ts'
import { json, refusals, signedIn } from '../../document.ts'
import type { ApiOptions, Env } from '../../env.ts'
import { createErrorHandler } from '../../middleware/errors.ts'
import { requireAccount } from '../../middleware/request.ts'
import { reword } from '../../middleware/reword.ts'
import { presentGeneration } from '../../presenters/present-generation.ts'
import { documentBody, readBody } from '../../read-body.ts'
import { readerOf } from '../../reader.ts'
import type { History } from './histories.ts'

/** `POST …/favorite`: the mark of one record, and its tags (docs/spec/history.md#record). */
export function favoriteRoute({ context }: ApiOptions, { kind, base, what }: History) {
  const route = createRoute({
    method: 'post',
    path: `${base}/favorite`,
    summary: `Mark one of the ${what} as favourite, or no longer, and tag it`,
    security: signedIn,
    request: { body: documentBody(FavoriteRequest) },
    responses: {
      200: json(FavoriteAnswer, 'As it is now.'),
      ...refusals(400, 401, 403, 404, 413, 415, 503),
    },
  })
  const app = new OpenAPIHono<Env>()
  app.onError(reword(createErrorHandler(context.log), historyFailure('favorite')))
  return app.openapi(route, async (c) => {
    const account = requireAccount(c.get('account'))
    const { imageId: id, isFavorite, tags } = await readBody(c, FavoriteRequest)
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
