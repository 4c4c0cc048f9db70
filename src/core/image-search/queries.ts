import { type RawBuilder, sql } from 'kysely'
import type { MediaRow } from '#core/media/tables.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { appearanceIndexes } from '#core/schema/online-migrations.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { hasRun } from '#platform/database/online-migrations.ts'
import { maxDistance } from './near-copy-rules.ts'

/** The columns of `media` that say how a file looks. */
export type AppearanceColumns = { perceptual_hash: string | null; colors: number }

/** The condition of the index of appearances. */
const hasAppearance = sql`media.role <> 'input' and media.colors is not null`

/** Whether `media.perceptual_hash` is near another hash. */
export function isNear(hash: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`bit_count(media.perceptual_hash # ${hash}) <= ${sql.lit(maxDistance)}`
}

/** Whether `media.perceptual_hash` is near one of these hashes. */
export function isNearAny(hashes: readonly string[]): RawBuilder<boolean> {
  return sql`(${sql.join(
    hashes.map((hash) => isNear(sql`${hash}::bit(256)`)),
    sql` or `,
  )})`
}

/** Returns the oldest results whose thumbnail was made before appearances were read. */
export async function findWithoutAppearance(
  database: Database,
  limit: number,
): Promise<Pick<MediaRow, 'id' | 'account_id' | 'thumbnail_key'>[]> {
  if (!(await hasRun(database, appearanceIndexes))) return []
  return database
    .selectFrom('media')
    .select(['id', 'account_id', 'thumbnail_key'])
    .where('role', '<>', 'input')
    .where('colors', 'is', null)
    .where('thumbnail_key', 'is not', null)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Records how a stored file looks. */
export async function saveAppearance(
  database: Database,
  { id, account_id }: Pick<MediaRow, 'id' | 'account_id'>,
  appearance: AppearanceColumns,
): Promise<void> {
  await onShardOf(database, account_id)
    .updateTable('media')
    .set(appearance)
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .execute()
}

/** A record of an account that has a near copy of a file among its results. */
export type NearCopy = { id: string; kind: Kind }

/**
 * `alike (account_id, generation_id)`: the results that match. Materialized, because the planner
 * expects a third of all to match, and would look up each record before its hash.
 */
export function alikeResults(matches: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`alike as materialized (
    select distinct account_id, generation_id from media where ${hasAppearance} and ${matches})`
}

/** Returns the newest records of an account with a near copy of one of these hashes. */
export async function findOwnNearCopies(
  database: Database,
  { accountId, hashes, limit }: { accountId: string; hashes: readonly string[]; limit: number },
): Promise<NearCopy[]> {
  const { rows } = await sql<NearCopy>`
    with ${alikeResults(sql`account_id = ${accountId} and ${isNearAny(hashes)}`)}
    select id, kind from alike cross join lateral (
      select id, kind, created_at from generation
      where id = generation_id and account_id = ${accountId} and deleted_at is null
      offset 0
    ) record
    order by created_at desc limit ${limit}`.execute(onShardOf(database, accountId))
  return rows
}
