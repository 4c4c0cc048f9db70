import { z } from 'zod'
import { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { historyFilter } from '#core/history/contract/history-query.ts'
import { kinds } from '#core/models/rules/kinds.ts'
import { plainText } from '#core/texts/contract/plain-text.ts'
import {
  collectionsPageSize,
  itemsPageSize,
  maxCollectionItems,
  maxCollectionName,
  maxItemsAtOnce,
} from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    too_many_collections: { max: number }
    too_many_items: { max: number }
    /** What a smart collection has follows from its filter. */
    smart_collection: object
  }
}

declare module '#core/pages/page-data-contract.ts' {
  interface FeaturePageData {
    collection: SharedCollectionView
  }
}

const Timestamp = z.iso.datetime()
const name = z.string().trim().min(1).max(maxCollectionName).regex(plainText)
const ids = z.array(z.string()).min(1).max(maxItemsAtOnce)

const filter = historyFilter('image').meta({
  description:
    'As a history filters its records. `mode`, `model` and `size` are for `kind` `image` alone.',
})

/** `POST /api/collections`. */
export const CreateCollection = z
  .strictObject({
    name,
    ids: ids.optional().meta({ description: 'Records of any kind that it begins with.' }),
    kind: z.enum(kinds).optional().meta({
      description: 'With `filter`: a smart collection, which has what this history shows under it.',
    }),
    filter: filter.optional(),
  })
  .refine(({ kind, filter: given }) => (kind === undefined) === (given === undefined), {
    path: ['kind'],
    params: { problem: 'required' },
  })
  .refine(({ ids: given, kind }) => given === undefined || kind === undefined, {
    path: ['ids'],
    params: { problem: 'not_used' },
  })
  .meta({ examples: [{ name: 'Poster drafts' }] })
export type CreateCollection = z.infer<typeof CreateCollection>

/** `PATCH /api/collections/{id}`. */
export const ChangeCollection = z
  .strictObject({
    name: name.optional(),
    cover_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'A record in it, or null: the first one with a file.' }),
    filter: filter.optional(),
  })
  .meta({ examples: [{ name: 'Posters' }] })
export type ChangeCollection = z.infer<typeof ChangeCollection>

/** `POST` and `DELETE /api/collections/{id}/items`. */
export const CollectionItems = z.strictObject({
  ids: ids.meta({ description: 'Records of any kind.' }),
})

/** `POST /api/collections/{id}/order`. */
export const MoveItem = z.strictObject({
  id: z.string().meta({ description: 'The record that is moved.' }),
  after: z
    .string()
    .nullable()
    .meta({ description: 'The record behind which it comes, or null: it comes first.' }),
})

/** `PUT /api/collections/{id}/share`. */
export const ShareCollection = z.strictObject({
  is_listed: z.boolean().meta({ description: 'Whether search engines may list the page.' }),
  shows_settings: z.boolean().meta({
    description: 'Whether everyone reads prompts and settings, without files they used.',
  }),
})

const CollectionShare = z.strictObject({
  token: z.string(),
  url: z.string().meta({ description: 'The address of the page, for everyone.' }),
  is_listed: z.boolean(),
  shows_settings: z.boolean(),
  created_at: Timestamp,
})

export const CollectionView = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    kind: z
      .enum(kinds)
      .nullable()
      .meta({ description: 'Of a smart collection; null: records were added to it.' }),
    filter: z.record(z.string(), z.unknown()).nullable(),
    items: z.int().meta({ description: 'How many records it has.' }),
    cover: z.union([MediaView, z.null()]),
    cover_id: z
      .string()
      .nullable()
      .meta({ description: 'The chosen record; null: the first one with a file.' }),
    share: CollectionShare.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Collection' })
export type CollectionView = z.infer<typeof CollectionView>

/** `GET /api/collections`. */
export const CollectionsQuery = z.strictObject({
  search: z.string().max(100).regex(plainText).optional().meta({ description: 'In the names.' }),
  after: z.uuid().optional().meta({ description: '`next` of the page before.' }),
})

export const CollectionPage = z
  .strictObject({
    collections: z.array(CollectionView).max(collectionsPageSize),
    next: z.string().nullable().meta({ description: 'Null: there are no more.' }),
  })
  .meta({ id: 'CollectionPage' })
export type CollectionPage = z.infer<typeof CollectionPage>

const place = z
  .string()
  .regex(/^-?\d{1,18}(\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})?$/)
  .optional()
  .meta({ description: '`next` of the page before.' })

/** `GET /api/collections/{id}/items`, and of a shared one. */
export const ItemsQuery = z.strictObject({ after: place })

export const ItemsPage = z
  .strictObject({
    items: z.array(GenerationView).max(itemsPageSize),
    next: z.string().nullable().meta({ description: 'Null: there are no more.' }),
  })
  .meta({ id: 'CollectionItems' })
export type ItemsPage = z.infer<typeof ItemsPage>

/** What a change of the records in a collection did. */
export const ItemsChanged = z
  .strictObject({
    changed: z.int().meta({ description: 'How many were added or removed.' }),
    items: z.int().meta({ description: `How many there are then, ${maxCollectionItems} at most.` }),
  })
  .meta({ id: 'CollectionItemsChanged' })
export type ItemsChanged = z.infer<typeof ItemsChanged>

/** A record of a shared collection, as everyone with its address reads it. */
export const SharedItem = z.strictObject({
  id: z.string(),
  kind: z.enum(kinds),
  generation_type: z.string(),
  model: z.string(),
  model_name: z.string(),
  prompt: z.string().nullable().meta({ description: 'Null: its owner does not show it.' }),
  input: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'The settings, without files. Null: its owner does not show them.' }),
  files: z.array(MediaView),
})
export type SharedItem = z.infer<typeof SharedItem>

/** `GET /api/shared-collections/{token}`. It does not name the owner. */
export const SharedCollectionView = z
  .strictObject({
    token: z.string(),
    url: z.string(),
    name: z.string(),
    items: z.array(SharedItem).max(itemsPageSize),
    next: z.string().nullable().meta({ description: 'Null: there are no more.' }),
    published_at: Timestamp,
  })
  .meta({ id: 'SharedCollection' })
export type SharedCollectionView = z.infer<typeof SharedCollectionView>
