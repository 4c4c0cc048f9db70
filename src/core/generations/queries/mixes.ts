import { sql } from 'kysely'
import { accountsOf, type GenerationKeys } from '#core/media/queries/media.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { GenerationRow } from '../tables.ts'

/** A generated sound, and the video that it was made for. */
export type AudioOfVideo = {
  id: string
  account_id: string
  generation_id: string
  storage_key: string
  content_type: string
  bytes: number
  video: Pick<
    MediaRow,
    'storage_key' | 'content_type' | 'bytes' | 'width' | 'height' | 'duration_ms' | 'fps'
  >
} & Pick<GenerationRow, 'model' | 'generation_type' | 'model_version' | 'provider_job'> & {
    made_at: Date
  }

/**
 * Returns generated sounds of the last day whose videos were not tried yet, with the video that
 * each was made for: of one generation, or the oldest of all.
 */
export async function findWithoutMix(
  database: Database,
  generationId?: string,
): Promise<AudioOfVideo[]> {
  const rows = await database
    .selectFrom('media as audio')
    .innerJoin('media as video', (join) =>
      join
        .onRef('video.generation_id', '=', 'audio.generation_id')
        .onRef('video.account_id', '=', 'audio.account_id')
        .on('video.role', '=', 'input')
        .on('video.content_type', 'like', 'video/%'),
    )
    .innerJoin('generation', (join) =>
      join
        .onRef('generation.id', '=', 'audio.generation_id')
        .onRef('generation.account_id', '=', 'audio.account_id')
        .on('generation.deleted_at', 'is', null)
        .on('generation.removed_at', 'is', null),
    )
    .select(['audio.id', 'audio.account_id', 'generation.id as generation_id'])
    .select(['audio.storage_key', 'audio.content_type', 'audio.bytes'])
    .select(['video.storage_key as video_key', 'video.content_type as video_type'])
    .select('video.bytes as video_bytes')
    .select(['generation.model', 'generation.generation_type', 'generation.model_version'])
    .select(['generation.provider_job', 'generation.created_at as made_at'])
    .select(['video.width', 'video.height', 'video.duration_ms', 'video.fps'])
    .where('audio.role', '=', 'output')
    .where('audio.content_type', 'like', 'audio/%')
    .where('audio.mix_tried_at', 'is', null)
    .where('audio.created_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .$if(generationId !== undefined, (query) =>
      query.where('audio.generation_id', '=', generationId ?? null),
    )
    .orderBy('audio.created_at')
    .limit(20)
    .execute()
  return rows.map(
    ({ video_key, video_type, video_bytes, width, height, duration_ms, fps, ...audio }) => ({
      ...audio,
      video: {
        ...{ storage_key: video_key, content_type: video_type, bytes: video_bytes },
        ...{ width, height, duration_ms, fps },
      },
    }),
  )
}

/** A video with a generated sound, as stored. `position`: 0 replaces the original sound, 1 adds to it. */
export type NewMix = Pick<
  MediaRow,
  'id' | 'position' | 'storage_key' | 'content_type' | 'bytes' | 'sha256'
> &
  Pick<MediaRow, 'width' | 'height' | 'duration_ms' | 'fps' | 'mark' | 'digital_source'>

/**
 * Records the videos with a generated sound (none where they are impossible), and marks their
 * generation as changed. `false`: the sound is gone, or another process was faster, and nothing was
 * written.
 */
export async function saveMixes(
  database: Database,
  audio: Pick<AudioOfVideo, 'id' | 'account_id' | 'generation_id'>,
  mixes: readonly NewMix[],
): Promise<boolean> {
  const { rows } = await sql`
    with tried as (
      update media set mix_tried_at = clock_timestamp()
      where id = ${audio.id} and account_id = ${audio.account_id} and mix_tried_at is null
        and exists (select from generation where id = ${audio.generation_id} and account_id = ${audio.account_id}
          and deleted_at is null and removed_at is null)
      returning account_id, generation_id
    ), made as (
      insert into media (id, account_id, generation_id, role, position, storage_key, content_type, bytes, sha256,
        width, height, duration_ms, fps, mark, digital_source)
      select file.id, tried.account_id, tried.generation_id, 'mix', file.position, file.storage_key, file.content_type,
        file.bytes, file.sha256, file.width, file.height, file.duration_ms, file.fps, file.mark, file.digital_source
      from tried, jsonb_populate_recordset(null::media, ${JSON.stringify(mixes)}::jsonb) as file
    ), marked as (
      update generation set updated_at = clock_timestamp() from tried
      where generation.id = tried.generation_id and generation.account_id = tried.account_id
    )
    select generation_id from tried`.execute(onShardOf(database, audio.account_id))
  return rows.length > 0
}

/** Returns the videos with a generated sound of several generations, in order. */
export function findMixes(
  database: Database,
  generations: readonly GenerationKeys[],
): Promise<MediaRow[]> {
  if (generations.length === 0) return Promise.resolve([])
  return database
    .selectFrom('media')
    .selectAll()
    .where('generation_id', '=', sql<string>`any(${generations.map(({ id }) => id)}::uuid[])`)
    .where('account_id', 'in', accountsOf(generations))
    .where('role', '=', 'mix')
    .orderBy('generation_id')
    .orderBy('position')
    .execute()
}

/** Deletes the records of the videos with a generated sound of these generations, of any account. */
export async function deleteMixes(
  transaction: Database,
  generationIds: readonly string[],
): Promise<void> {
  if (generationIds.length === 0) return
  await transaction
    .deleteFrom('media')
    .where('role', '=', 'mix')
    .where('generation_id', 'in', generationIds)
    .execute()
}
