import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { MediaRow } from '../tables.ts'

/** The result files of several generations, in order. */
export function findOutputs(database: Database, generationIds: string[]): Promise<MediaRow[]> {
  if (generationIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('media')
    .selectAll()
    .where('generation_id', 'in', generationIds)
    .where('role', '=', 'output')
    .orderBy('generation_id')
    .orderBy('position')
    .execute()
}

/** A file that this reader may see: their own, or one of a public generation. Anything else does not exist. */
export function findReadableMedia(database: Database, id: string, readerId: string | null) {
  return database
    .selectFrom('media')
    .leftJoin('generation', 'generation.id', 'media.generation_id')
    .selectAll('media')
    .select(['generation.is_public', 'generation.model', 'generation.created_at as made_at'])
    .where('media.id', '=', id)
    .where((where) => where.or([where('media.account_id', '=', readerId), where('generation.is_public', '=', true)]))
    .executeTakeFirst()
}

/** Result pictures that have no thumbnail yet: those of one generation, or the oldest of all. */
export function findWithoutThumbnail(database: Database, generationId?: string): Promise<MediaRow[]> {
  return database
    .selectFrom('media')
    .selectAll()
    .where('thumbnail_key', 'is', null)
    .where('role', '=', 'output')
    .where('content_type', 'like', 'image/%')
    .$if(generationId !== undefined, (query) => query.where('generation_id', '=', generationId ?? null))
    .orderBy('created_at')
    .limit(50)
    .execute()
}

/** Stores a picture's thumbnail and true size, and marks its generation as changed. */
export async function saveThumbnail(
  database: Database,
  media: { id: string; thumbnailKey: string; width: number; height: number },
): Promise<void> {
  await sql`
    with saved as (
      update media set thumbnail_key = ${media.thumbnailKey}, width = ${media.width}, height = ${media.height}
      where id = ${media.id} returning generation_id
    )
    update generation set updated_at = clock_timestamp() from saved where generation.id = saved.generation_id`.execute(
    database,
  )
}
