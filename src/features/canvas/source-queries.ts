import { sql } from 'kysely'
import type { MediaRow } from '#core/media/tables.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { LayerSource } from './rules.ts'

/** A stored result that a layer comes from. */
export type SourceFile = Pick<MediaRow, 'id' | 'storage_key' | 'content_type' | 'bytes'>

/**
 * Returns the stored results that these name, each once: those of the account whose generation is
 * neither deleted nor removed. Where a generation has none at a position it is its first one.
 */
export async function findResults(
  database: Database,
  accountId: string,
  sources: readonly LayerSource[],
): Promise<SourceFile[]> {
  if (sources.length === 0) return []
  const { rows } = await sql<SourceFile>`
    select distinct id, storage_key, content_type, bytes from (
      select distinct on (named."generationId", named.position)
        media.id, media.storage_key, media.content_type, media.bytes
      from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as named("generationId" uuid, position int)
      join generation on generation.id = named."generationId" and generation.account_id = ${accountId}
        and generation.deleted_at is null and generation.removed_at is null
      join media on media.generation_id = generation.id and media.account_id = generation.account_id
        and media.role = 'output'
      order by named."generationId", named.position, media.position + 1 = named.position desc, media.position
    ) as found order by id`.execute(onShardOf(database, accountId))
  return rows
}
