import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'
import { finished, type Make } from '#testing/security/matrix-resources.ts'
import { addItems } from './change-items.ts'
import { insertCollection } from './collection-queries.ts'
import { shareCollection } from './share-collection.ts'

/** A collection with one result, which has the same id. */
const collection: Make = async (context, accountId) => {
  const id = await finished('image')(context, accountId)
  await insertCollection(context.database, { id, account_id: accountId, name: 'one' }, 10_000)
  await addItems(context, { accountId, id }, [id])
  return id
}

/** The token of a shared collection. */
const sharedCollection: Make = async (context, accountId) => {
  const id = await collection(context, accountId)
  const wanted = { isListed: false, showsSettings: false }
  const { row } = await shareCollection(context, { accountId, id }, wanted)
  return row.share_token ?? ''
}

export const matrix: FeatureMatrix = {
  table: `
GET /api/collections                   -             who     who     200     200     200     200     200     200     200
POST /api/collections                  -             who     who     201     201     201     201     scope   201     201
GET /api/collections/:id               own           who     who     200     200     200     200     200     200     200
GET /api/collections/:id               other=missing who     who     none    none    none    none    none    none    none
PATCH /api/collections/:id             own           who     who     200     200     200     200     scope   200     200
PATCH /api/collections/:id             other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/collections/:id            own           who     who     204     204     204     204     scope   204     204
DELETE /api/collections/:id            other=missing who     who     none    none    none    none    scope   none    none
GET /api/collections/:id/items         own           who     who     200     200     200     200     200     200     200
GET /api/collections/:id/items         other=missing who     who     none    none    none    none    none    none    none
POST /api/collections/:id/items        own           who     who     200     200     200     200     scope   200     200
POST /api/collections/:id/items        other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/collections/:id/items      own           who     who     200     200     200     200     scope   200     200
DELETE /api/collections/:id/items      other=missing who     who     none    none    none    none    scope   none    none
POST /api/collections/:id/order        own           who     who     204     204     204     204     scope   204     204
POST /api/collections/:id/order        other=missing who     who     none    none    none    none    scope   none    none
PUT /api/collections/:id/share         own           who     who     200     200     200     susp    scope   200     200
PUT /api/collections/:id/share         other=missing who     who     none    none    none    none    scope   none    none
DELETE /api/collections/:id/share      own           who     who     204     204     204     204     scope   204     204
DELETE /api/collections/:id/share      other=missing who     who     none    none    none    none    scope   none    none
GET /api/shared-collections/:token     own           200     200     200     200     200     none    200     200     200
GET /api/shared-collections/:token     other         200     200     200     200     200     200     200     200     200
GET /api/shared-collections/:token     missing       none    none    none    none    none    none    none    none    none
`,
  recordLists: { '/api/collections/{id}': collection },
  operations: {
    'GET /api/shared-collections/:token': {
      make: sharedCollection,
      request: ({ id }) => ({ path: `/api/shared-collections/${id}` }),
    },
    'POST /api/collections': { request: () => ({ body: { name: 'one' } }) },
    'GET /api/collections/:id': { make: collection },
    'PATCH /api/collections/:id': {
      make: collection,
      request: () => ({ body: { name: 'renamed' } }),
    },
    'DELETE /api/collections/:id': { make: collection },
    'GET /api/collections/:id/items': { make: collection },
    'POST /api/collections/:id/items': {
      make: collection,
      request: ({ id }) => ({ body: { ids: [id] } }),
    },
    'DELETE /api/collections/:id/items': {
      make: collection,
      request: ({ id }) => ({ body: { ids: [id] } }),
    },
    'POST /api/collections/:id/order': {
      make: collection,
      request: ({ id }) => ({ body: { id, after: null } }),
    },
    'PUT /api/collections/:id/share': {
      make: collection,
      request: () => ({ body: { is_listed: true, shows_settings: true } }),
    },
    'DELETE /api/collections/:id/share': { make: collection },
  },
}
