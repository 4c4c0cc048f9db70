import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** How many entries are added up together. */
export const blockSize = 1024

/** How many blocks are added up at a time, so that no single statement takes long. */
const together = 128

/**
 * Adds up what is full and was not yet added up. An account's entries are written under the lock of
 * its row, so their ids rise as they are committed: whatever lies below a visible entry will never
 * change, and whoever adds it up finds the same. In order, so that two at once wait for each other
 * instead of for ever.
 */
export async function sealBlocks(database: Database, accountId: string): Promise<void> {
  while ((await sealSome(database, accountId)) === together) {}
}

async function sealSome(database: Database, accountId: string): Promise<number> {
  const size = sql.lit(blockSize)
  const isFresh = sql`account_id = ${accountId} and id > (select sealed_to from done)`
  const { rows } = await sql<{ blocks: number }>`
    with done as materialized (
      select coalesce(max(block) + 1, 0) as blocks, coalesce(max(last_id), 0) as sealed_to
      from statement_block where account_id = ${accountId}
    ), fresh as (
      select id, reason, credits, created_at, (row_number() over (order by id) - 1) / ${size} as ordinal
      from (
        select * from credit_entry
        where ${isFresh} and exists (select from credit_entry where ${isFresh} order by id offset ${size} - 1 limit 1)
        order by id limit ${size} * ${sql.lit(together)}
      ) next
    ), counted as (
      select ordinal, reason, count(*) as entries,
        coalesce(sum(credits) filter (where credits > 0), 0) as credits_in,
        coalesce(sum(credits) filter (where credits < 0), 0) as credits_out,
        min(id) as first_id, max(id) as last_id, min(created_at) as first_at, max(created_at) as last_at
      from fresh group by ordinal, reason
    ), full_ones as (
      select ordinal from counted group by ordinal having sum(entries) = ${size}
    ), written as (
      insert into statement_block (account_id, block, reason, entries, credits_in, credits_out, first_id, last_id,
        first_at, last_at)
      select ${accountId}, blocks + ordinal, reason, entries, credits_in, credits_out, first_id, last_id, first_at,
        last_at
      from counted join full_ones using (ordinal), done
      order by ordinal, reason
      on conflict do nothing
    )
    select count(*)::int as blocks from full_ones`.execute(database)
  return rows[0]?.blocks ?? 0
}
