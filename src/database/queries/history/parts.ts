import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { type History, partSize } from './bits.ts'

export type Part = History & { part: number }

/**
 * Returns parts that are followed by a later one and not added up yet: some of each history, the
 * oldest first.
 */
export async function findPartsToAddUp(database: Database, limit: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select account_id as "accountId", kind, part
    from (
      select account_id, kind, max(block) / ${partSize} as newest from history_block where block >= 32
      group by account_id, kind
    ) long cross join lateral (
      select distinct block / ${partSize} as part from history_block
      where account_id = long.account_id and kind = long.kind and block < long.newest * ${partSize}
        and block >= ${partSize} * coalesce((
          select max(part) + 1 from history_part where account_id = long.account_id and kind = long.kind), 0)
    ) finished
    order by account_id, kind, part limit ${limit}`.execute(database)
  return rows
}

const lockNotAvailable = '55P03'

/**
 * Adds up a part. `false`: one of its records is being changed, or another process adds it up. It
 * never waits for a lock, because it locks many blocks; concurrent changes wait for it, and then
 * update the part, too.
 */
export async function addUpPart(
  database: Database,
  { accountId, kind, part }: Part,
): Promise<boolean> {
  try {
    const { numAffectedRows } = await sql`
      insert into history_part (account_id, kind, part, records, favorites, credits)
      select ${accountId}::uuid, ${kind}::text, ${part}::int, sum(bit_count(live)), sum(bit_count(favorites)), sum(credits)
      from (
        select live, favorites, credits from history_block
        where account_id = ${accountId} and kind = ${kind}
          and block >= ${part}::int * ${partSize} and block < (${part}::int + 1) * ${partSize}
        for update nowait
      ) locked
      on conflict do nothing`.execute(database)
    return numAffectedRows === 1n
  } catch (error) {
    if ((error as { code?: string }).code === lockNotAvailable) return false
    throw error
  }
}
