import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { presentGeneration, readerOf } from '#core/generations/routes/present-generation.ts'
import type { ApiOptions, Env } from '#core/http/env.ts'
import { byAccount, resource } from '#core/http/resource.ts'
import { json, refusals, signedInRoute } from '#core/http/route.ts'
import { documentQuery, readQuery } from '#core/http/validation.ts'
import { changeCollection, createCollection, deleteCollection } from '../change-collections.ts'
import { addItems, listItems, moveItem, removeItems } from '../change-items.ts'
import {
  ChangeCollection,
  CollectionItems,
  CollectionPage,
  CollectionsQuery,
  CollectionView,
  CreateCollection,
  ItemsChanged,
  ItemsPage,
  ItemsQuery,
  MoveItem,
} from '../contract.ts'
import { listCollections, readCollection } from '../read-collections.ts'
import { parsePlace, presentCollection, writePlace } from './present-collection.ts'

const params = z.object({ id: z.string() })

const collections = resource('/api/collections', byAccount)

const list = collections.list({
  summary: 'The account’s collections, the newest first',
  query: CollectionsQuery,
  answer: [CollectionPage, 'A page of them.'],
})

const create = collections.create({
  summary: 'Create a collection of records, or a smart one of a filter',
  description:
    'An account has 500 collections at most: then 409 `too_many_collections`. 404 when none of `ids` is the account’s; others that are not count for nothing.',
  body: CreateCollection,
  answer: [CollectionView, 'As it is saved.'],
  refused: [404, 409, 413],
})

const read = collections.read({
  summary: 'A collection',
  answer: [CollectionView, 'As it is now.'],
})

const change = collections.change({
  summary: 'Rename a collection, choose its cover, or change the filter of a smart one',
  body: ChangeCollection,
  answer: [CollectionView, 'As it is now.'],
  refused: [413],
})

const remove = collections.remove({
  summary: 'Delete a collection and its share page; its records stay',
})

const items = signedInRoute({
  method: 'get',
  path: '/api/collections/{id}/items',
  summary: 'The records of a collection, in its order',
  description: 'Those of a smart collection are the newest first.',
  request: { params },
  parameters: documentQuery(ItemsQuery),
  responses: { 200: json(ItemsPage, 'A page of them.'), ...refusals(400, 401, 404) },
})

const add = signedInRoute({
  method: 'post',
  path: '/api/collections/{id}/items',
  summary: 'Add records to the end of a collection',
  description:
    'Records that are in it stay where they are, and ids that are not the account’s count for nothing; 404 when none is. ' +
    'A collection has 5,000 records at most: 409 `too_many_items`, and none is added. 409 `smart_collection` for those of a filter.',
  request: { params },
  body: CollectionItems,
  responses: {
    200: json(ItemsChanged, 'What was added.'),
    ...refusals(400, 401, 403, 404, 409, 413, 415),
  },
})

const takeOut = signedInRoute({
  method: 'delete',
  path: '/api/collections/{id}/items',
  summary: 'Remove records from a collection; the records stay',
  description:
    'What is public because of the collection alone becomes private. 404 when none is in it.',
  request: { params },
  body: CollectionItems,
  responses: {
    200: json(ItemsChanged, 'What was removed.'),
    ...refusals(400, 401, 403, 404, 409, 413, 415),
  },
})

const order = signedInRoute({
  method: 'post',
  path: '/api/collections/{id}/order',
  summary: 'Move a record of a collection behind another one, or to the beginning',
  request: { params },
  body: MoveItem,
  responses: {
    204: { description: 'It is there.' },
    ...refusals(400, 401, 403, 404, 409, 413, 415),
  },
})

/** Collections of the signed-in account. */
export function collectionRoutes({ context }: ApiOptions) {
  return new OpenAPIHono<Env>()
    .openapi(list, async (c) => {
      const { after, search } = readQuery(c, CollectionsQuery)
      const page = await listCollections(context, { accountId: c.get('account').id, after, search })
      const collections = page.collections.map((one) => presentCollection(one, c.get('origin')))
      return c.json({ collections, next: page.next }, 200)
    })
    .openapi(create, async (c) => {
      const created = await createCollection(context, c.get('account').id, c.get('body'))
      return c.json(presentCollection(created, c.get('origin')), 201)
    })
    .openapi(read, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      return c.json(presentCollection(await readCollection(context, which), c.get('origin')), 200)
    })
    .openapi(change, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      const changed = await changeCollection(context, which, c.get('body'))
      return c.json(presentCollection(changed, c.get('origin')), 200)
    })
    .openapi(remove, async (c) => {
      await deleteCollection(context, { accountId: c.get('account').id, ...c.req.valid('param') })
      return c.body(null, 204)
    })
    .openapi(items, async (c) => {
      const account = c.get('account')
      const which = { accountId: account.id, ...c.req.valid('param') }
      const { after } = readQuery(c, ItemsQuery)
      const page = await listItems(context, which, parsePlace(after))
      const reader = readerOf(c, account)
      return c.json(
        {
          items: page.items.map((item) => presentGeneration(item, reader)),
          next: writePlace(page.next),
        },
        200,
      )
    })
    .openapi(add, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      return c.json(await addItems(context, which, c.get('body').ids), 200)
    })
    .openapi(takeOut, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      return c.json(await removeItems(context, which, c.get('body').ids), 200)
    })
    .openapi(order, async (c) => {
      const which = { accountId: c.get('account').id, ...c.req.valid('param') }
      await moveItem(context, which, c.get('body'))
      return c.body(null, 204)
    })
}
