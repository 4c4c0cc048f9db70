import { sql } from 'kysely'
import type { OnlineMigration } from '#platform/database/online-migrations.ts'

/** Makes finding unmarked results cheap. */
export const unmarkedIndex = '0019-media-to-mark'

/** Makes finding results by their hash cheap. */
export const hashIndexes = '0019-media-hashes'

/** Makes finding images by how they look cheap. */
export const appearanceIndexes = '0020-media-appearance'

/** In order; a released name never changes. The rules are in docs/data.md. */
export const onlineMigrations: OnlineMigration[] = [
  {
    name: unmarkedIndex,
    run: ({ createIndex }) =>
      createIndex({
        name: 'media_unmarked',
        on: sql`on media (created_at) where role <> 'input' and mark is null`,
      }),
  },
  {
    name: hashIndexes,
    run: async ({ createIndex }) => {
      await createIndex({ name: 'media_sha256', on: sql`on media (sha256) where role <> 'input'` })
      await createIndex({
        name: 'media_received_sha256',
        on: sql`on media (received_sha256) where received_sha256 is not null`,
      })
    },
  },
  {
    name: appearanceIndexes,
    run: async ({ createIndex }) => {
      await createIndex({
        name: 'media_appearance',
        on: sql`on media (account_id) include (perceptual_hash, colors, generation_id)
          where role <> 'input' and colors is not null`,
      })
      await createIndex({
        name: 'media_without_appearance',
        on: sql`on media (created_at) where role <> 'input' and colors is null and thumbnail_key is not null`,
      })
    },
  },
]
