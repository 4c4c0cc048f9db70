import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { MediaRow } from '../tables.ts'

/** A generation by its keys. */
export type GenerationKeys = { id: string; account_id: string }

/** Returns the result files of several generations, in order. */
export function findOutputs(
  database: Database,
  generations: readonly GenerationKeys[],
): Promise<MediaRow[]> {
  return findFiles(database, generations, 'output')
}

/** Returns the input files of several generations, each in the order of its model's fields. */
export function findInputs(
  database: Database,
  generations: readonly GenerationKeys[],
): Promise<MediaRow[]> {
  return findFiles(database, generations, 'input')
}

/** Their accounts, usually one. */
export function accountsOf(generations: readonly GenerationKeys[]): string[] {
  return [...new Set(generations.map(({ account_id }) => account_id))]
}

function findFiles(
  database: Database,
  generations: readonly GenerationKeys[],
  role: MediaRow['role'],
): Promise<MediaRow[]> {
  if (generations.length === 0) return Promise.resolve([])
  return database
    .selectFrom('media')
    .selectAll()
    .where('generation_id', '=', sql<string>`any(${generations.map(({ id }) => id)}::uuid[])`)
    .where('account_id', 'in', accountsOf(generations))
    .where('role', '=', role)
    .orderBy('generation_id')
    .orderBy('position')
    .execute()
}

/**
 * Returns a file of an account that this reader may see: their own, or one of a public generation
 * whose mark is not still to be made.
 * Nothing else is found, nor anything of a deleted generation or account.
 */
export function findReadableMedia(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
  readerId: string | null,
) {
  return database
    .selectFrom('media')
    .leftJoin('generation', (join) =>
      join
        .onRef('generation.id', '=', 'media.generation_id')
        .onRef('generation.account_id', '=', 'media.account_id'),
    )
    .innerJoin('account', 'account.id', 'media.account_id')
    .selectAll('media')
    .select([
      'generation.is_public',
      'generation.model',
      'generation.generation_type',
      'generation.model_version',
      'generation.seed',
      'generation.input',
      'generation.provider_job',
    ])
    .select('generation.created_at as made_at')
    .where('media.id', '=', id)
    .where('media.account_id', '=', accountId)
    .where('generation.deleted_at', 'is', null)
    .where('account.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('media.account_id', '=', readerId),
        where.and([
          where('generation.is_public', '=', true),
          where('generation.removed_at', 'is', null),
          where('media.mark', 'is distinct from', 'failed'),
        ]),
      ]),
    )
    .executeTakeFirst()
}

/**
 * Returns images and videos, results and uploads, without a thumbnail attempt: those of one
 * generation, or the oldest of all.
 */
export function findWithoutThumbnail(
  database: Database,
  generationId?: string,
): Promise<MediaRow[]> {
  return database
    .selectFrom('media')
    .selectAll()
    .where('thumbnail_key', 'is', null)
    .where('thumbnail_tried_at', 'is', null)
    .where('content_type', 'not like', 'audio/%')
    .$if(generationId !== undefined, (query) =>
      query.where('generation_id', '=', generationId ?? null),
    )
    .orderBy('created_at')
    .limit(50)
    .execute()
}

/**
 * Records a file's thumbnail (`null`: none can be made) in every record of that file that has none
 * yet, and marks their generations as changed. `false`: the file is gone, or another process was
 * faster, and nothing was written.
 */
export async function saveThumbnail(
  database: Database,
  {
    id,
    accountId,
    thumbnailKey = null,
    perceptualHash = null,
    colors = null,
  }: {
    id: string
    accountId: string
    thumbnailKey?: string | null
    perceptualHash?: string | null
    colors?: number | null
  },
): Promise<boolean> {
  const { rows } = await sql`
    with saved as (
      update media set thumbnail_key = ${thumbnailKey}, thumbnail_tried_at = clock_timestamp(),
        perceptual_hash = ${perceptualHash}::bit(256), colors = ${colors}
      where storage_key = (select storage_key from media where id = ${id} and account_id = ${accountId}) and thumbnail_tried_at is null
      returning id, account_id, generation_id
    ), marked as (
      update generation set updated_at = clock_timestamp() from saved
      where generation.id = saved.generation_id
        and ${thumbnailKey}::text is not null
    )
    select id from saved`.execute(onShardOf(database, accountId))
  return rows.length > 0
}
