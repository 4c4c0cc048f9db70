import { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { loadMessages } from '#core/texts/messages/messages.ts'
import type english from '../messages/errors.en.json'
import { collectionRoutes } from './collection-routes.ts'
import { sharedCollectionRoutes } from './shared-collection-routes.ts'

export const errors = {
  statuses: { too_many_collections: 409, too_many_items: 409, smart_collection: 409 },
  texts: await loadMessages<typeof english>(
    (language) => import(`../messages/errors.${language}.json`, { with: { type: 'json' } }),
  ),
} as const

export { embed, readPage } from './shared-collection-page.ts'

/** Collections, and their share pages. */
export function routes(options: ApiOptions) {
  return new OpenAPIHono<Env>()
    .route('/', collectionRoutes(options))
    .route('/', sharedCollectionRoutes(options))
}
