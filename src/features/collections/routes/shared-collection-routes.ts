import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { json, publicRoute, refusals, signedInRoute } from '#core/http/route.ts'
import { documentQuery, readQuery } from '#core/http/validation.ts'
import { CollectionView, ItemsQuery, ShareCollection, SharedCollectionView } from '../contract.ts'
import {
  readSharedCollection,
  revokeCollectionShare,
  shareCollection,
} from '../share-collection.ts'
import { parsePlace, presentCollection, presentSharedCollection } from './present-collection.ts'

const params = z.object({ id: z.string() })

const share = signedInRoute({
  method: 'put',
  path: '/api/collections/{id}/share',
  summary: 'Create the share page of a collection, or change it',
  description:
    'When it is created, all its records become public, as do those that are added later. 409 `smart_collection` for those of a filter.',
  request: { params },
  body: ShareCollection,
  responses: {
    200: json(CollectionView, 'The collection with its share page.'),
    ...refusals(400, 401, 403, 404, 409, 415),
  },
})

const revoke = signedInRoute({
  method: 'delete',
  path: '/api/collections/{id}/share',
  summary: 'End the share page of a collection',
  description:
    'Its address answers 404 from then on. Records that are public because of it alone become private.',
  request: { params },
  responses: { 204: { description: 'It has none.' }, ...refusals(401, 403, 404) },
})

const shared = publicRoute({
  method: 'get',
  path: '/api/shared-collections/{token}',
  summary: 'A shared collection',
  request: { params: z.object({ token: z.string() }) },
  parameters: documentQuery(ItemsQuery),
  responses: {
    200: json(SharedCollectionView, 'For everyone who has the token.'),
    ...refusals(400, 404),
  },
})

/** Share pages of collections. */
export function sharedCollectionRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(share, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      const { is_listed: isListed, shows_settings: showsSettings } = c.get('body')
      const row = await shareCollection(context, which, { isListed, showsSettings })
      return c.json(presentCollection(row, c.get('origin')), 200)
    })
    .openapi(revoke, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      await revokeCollectionShare(context, which)
      return c.body(null, 204)
    })
    .openapi(shared, async (c) => {
      const { after } = readQuery(c, ItemsQuery)
      const found = await readSharedCollection(
        context,
        c.req.valid('param').token,
        parsePlace(after),
      )
      c.header('cache-control', 'private, no-cache')
      return c.json(presentSharedCollection(found, c.get('origin')), 200)
    })
}
