import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

/** How long the generations of an account are kept, in days. */
export type Retention = { account_id: string; days: number }

/** Ended ones that are no favourites; `age`: an interval since their end. */
const isOld = ({ account_id: id }: Retention, age: RawBuilder<unknown>) => sql`account_id = ${id}
  and deleted_at is null and status <> 'open' and not is_favorite and completed_at < now() - ${age}`

const ageOf = ({ days }: Retention) => sql`${days} * interval '1 day'`

/**
 * Hides up to `limit` generations of an account that ended longer ago; after `undoTime` ms they are
 * purged. One that becomes a favourite meanwhile stays. Returns their ids.
 */
export async function deleteExpired(
  database: Database,
  retention: Retention,
  { limit, undoTime }: { limit: number; undoTime: number },
): Promise<string[]> {
  const { account_id: accountId } = retention
  const { rows } = await sql<{ id: string }>`
    with deleted as (
      update generation set deleted_at = clock_timestamp(), updated_at = clock_timestamp()
      where account_id = ${accountId} and deleted_at is null and not is_favorite and id in (
        select id from generation where ${isOld(retention, ageOf(retention))} limit ${limit})
      returning id, account_id
    )
    insert into purge (generation_id, account_id, purge_at)
    select id, account_id, now() + ${undoTime} * interval '1 ms' from deleted
    returning generation_id as id`.execute(onShardOf(database, accountId))
  return rows.map(({ id }) => id)
}

/** Returns how many generations of an account will be deleted within these days. */
export async function countExpiring(
  database: Database,
  retention: Retention,
  days: number,
): Promise<number> {
  const age = sql`(${ageOf(retention)} - ${days} * interval '1 day')`
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from generation where ${isOld(retention, age)}`.execute(
    onShardOf(database, retention.account_id),
  )
  return rows[0]?.count ?? 0
}
