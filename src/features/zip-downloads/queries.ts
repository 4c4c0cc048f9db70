import { type Generated, type Selectable, sql } from 'kysely'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { deleteDue } from '#platform/database/distributed/each-account.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    download: DownloadTable
  }
}

/** Prepared downloads of several files as one. */
type DownloadTable = {
  id: string
  account_id: string
  generation_ids: string[]
  format: 'png' | null
  created_at: Generated<Date>
  expires_at: Date
}

/** A result file, with details of its generation. */
export type DownloadFile = MediaRow &
  Pick<
    GenerationRow,
    'kind' | 'model' | 'generation_type' | 'model_version' | 'seed' | 'input' | 'provider_job'
  > & {
    made_at: Date
  }

/**
 * Returns the result files of those of these generations that are the account's and not deleted, of
 * one kind or of any, in the order of the ids.
 */
export async function findDownloadFiles(
  database: Database,
  { accountId, kind = null, ids }: { accountId: string; kind?: Kind | null; ids: string[] },
): Promise<DownloadFile[]> {
  const { rows } = await sql<DownloadFile>`
    select media.*, generation.kind, generation.model, generation.generation_type, generation.model_version,
      generation.seed, generation.input, generation.provider_job,
      generation.created_at as made_at
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    join generation on generation.id = asked.id
    join media on media.generation_id = generation.id and media.account_id = generation.account_id
      and media.role = 'output'
    where generation.account_id = ${accountId} and generation.deleted_at is null
      and (${kind}::text is null or generation.kind = ${kind})
    order by asked.place, media.position`.execute(onShardOf(database, accountId))
  return rows
}

export type NewDownload = {
  id: string
  accountId: string
  generationIds: string[]
  format: 'png' | null
}

/**
 * Prepares a download for `time` ms and returns until when; `null`: the account has `max` of them
 * already. Concurrent calls may exceed that by a few.
 */
export async function insertDownload(
  database: Database,
  { id, accountId, generationIds, format }: NewDownload,
  { time, max }: { time: number; max: number },
): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into download (id, account_id, generation_ids, format, expires_at)
    select ${id}::uuid, ${accountId}::uuid, ${generationIds}::uuid[], ${format}, now() + ${time} * interval '1 ms'
    where (select count(*) from download where account_id = ${accountId} and expires_at > now()) < ${max}
    returning expires_at`.execute(onShardOf(database, accountId))
  return rows[0]?.expires_at ?? null
}

/** Returns the account's own download, until it expires. */
export function findDownload(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
): Promise<Selectable<DownloadTable> | undefined> {
  return database
    .selectFrom('download')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Deletes up to `limit` expired downloads; returns how many. */
export function deleteExpiredDownloads(database: Database, limit: number): Promise<number> {
  return deleteDue(
    database,
    'download',
    sql`expires_at <= now() order by expires_at limit ${limit}`,
  )
}
