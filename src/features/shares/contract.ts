import { z } from 'zod'
import { MediaView } from '#core/generations/generation-contract.ts'
import { type Kind, kinds } from '#core/models/rules/kinds.ts'
import { type ExploreSort, exploreSorts } from './rules.ts'

declare module '#core/texts/contract/errors.ts' {
  interface FeatureErrors {
    /** Only a finished result with a file has a share page. */
    not_shareable: object
  }
}

declare module '#core/pages/page-data-contract.ts' {
  interface FeaturePageData {
    explore: { kind: Kind | undefined; sort: ExploreSort; page: ExplorePage }
    work: SharedWorkView
  }
}

const Timestamp = z.iso.datetime()

/** `PUT /api/generations/{id}/share`. */
export const ShareRequest = z.strictObject({
  is_listed: z.boolean().meta({ description: 'Whether Explore lists it.' }),
  shows_settings: z.boolean().meta({
    description: 'Whether everyone reads the prompt and the settings, without files they used.',
  }),
})

/** The share page of one’s own result. */
export const ShareView = z
  .strictObject({
    token: z.string(),
    url: z.string().meta({ description: 'The address of the page, for everyone.' }),
    is_listed: z.boolean(),
    shows_settings: z.boolean(),
    likes: z.int(),
    created_at: Timestamp,
  })
  .meta({ id: 'Share' })
export type ShareView = z.infer<typeof ShareView>

/** `GET /api/generations/{id}/share`. */
export const ShareAnswer = z.strictObject({ share: ShareView.nullable() })
export type ShareAnswer = z.infer<typeof ShareAnswer>

/** A shared result, as everyone with its address reads it. It does not name its owner. */
export const SharedWorkView = z
  .strictObject({
    token: z.string(),
    url: z.string(),
    generation_id: z.string().meta({ description: 'The `parent_id` of what is made like it.' }),
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
    likes: z.int(),
    is_liked: z.boolean().meta({ description: 'By the account that asks.' }),
    is_sample: z
      .boolean()
      .meta({ description: 'Made by the built-in demo engine, not by a real provider.' }),
    published_at: Timestamp,
  })
  .meta({ id: 'SharedWork' })
export type SharedWorkView = z.infer<typeof SharedWorkView>

/** `PUT` and `DELETE /api/shares/{token}/like`. */
export const LikesView = z.strictObject({ likes: z.int(), is_liked: z.boolean() })
export type LikesView = z.infer<typeof LikesView>

/** `GET /api/explore`. */
export const ExploreQuery = z.strictObject({
  kind: z.enum(kinds).optional(),
  sort: z.enum(exploreSorts).default('newest'),
  after: z
    .string()
    .regex(/^\d{1,9}\.\d{1,13}\.[\w-]{22}$/)
    .optional()
    .meta({ description: '`next` of the page before.' }),
})

export const ExplorePage = z
  .strictObject({
    works: z.array(SharedWorkView).meta({ description: 'At most 24.' }),
    next: z.string().nullable().meta({ description: 'Null: there are no more.' }),
  })
  .meta({ id: 'ExplorePage' })
export type ExplorePage = z.infer<typeof ExplorePage>

/** `GET /api/oembed`. Consumers send more, which counts for nothing. */
export const OembedQuery = z.looseObject({
  url: z.string().min(1).max(2_048),
  maxwidth: z.coerce.number().int().min(1).max(100_000).optional(),
  maxheight: z.coerce.number().int().min(1).max(100_000).optional(),
  format: z.enum(['json']).optional(),
})
