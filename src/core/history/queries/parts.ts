import { sql } from 'kysely'
import { type Database, unlessLocked } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { blockSize, type History, isOf, newestFrom, partSize } from './bits.ts'

/**
 * Returns the parts of a history that are complete and not added up yet, the oldest first: a part is
 * complete once a block of a later one is written.
 */
export async function findPartsToAddUp(database: Database, history: History): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    select distinct block / ${partSize} as part from history_block
    where ${isOf(history)}
      and block >= ${partSize} * (select coalesce(max(part) + 1, 0) from history_part where ${isOf(history)})
      and block < ${newestFrom(history)} / ${blockSize} / ${partSize} * ${partSize}
    order by part`.execute(onShardOf(database, history.accountId))
  return rows.map(({ part }) => part)
}

/**
 * Adds up a part. `false`: one of its records is being changed, or another process adds it up. It
 * never waits for a lock, because it locks many blocks; concurrent changes wait for it, and then
 * update the part, too.
 */
export async function addUpPart(
  database: Database,
  { accountId, kind }: History,
  part: number,
): Promise<boolean> {
  const result = await unlessLocked(
    sql`
      insert into history_part (account_id, kind, part, records, favorites, credits)
      select ${accountId}::uuid, ${kind}::text, ${part}::int, sum(bit_count(live)), sum(bit_count(favorites)), sum(credits)
      from (
        select live, favorites, credits from history_block
        where account_id = ${accountId} and kind = ${kind}
          and block >= ${part}::int * ${partSize} and block < (${part}::int + 1) * ${partSize}
        for update nowait
      ) locked
      on conflict do nothing`.execute(onShardOf(database, accountId)),
  )
  return result?.numAffectedRows === 1n
}
