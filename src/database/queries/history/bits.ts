import { sql } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'

/** Whose history, and of which kind. */
export type History = { accountId: string; kind: Kind }

/**
 * The condition that rows are of this history. The values are hidden from the planner: it makes one
 * plan that is good for every account, large or small, and keeps it; otherwise it would plan each
 * query anew, which takes longer than most run.
 */
export function isOf({ accountId, kind }: History) {
  return sql`account_id = (select ${accountId}::uuid) and kind = (select ${kind}::text)`
}

/** How many records a block has (migration 0006); written out, so that every plan knows it. */
export const blockSize = sql.lit(1024)

/** How many blocks a part has (migration 0008). */
export const partSize = sql.lit(32)

/** The bits of a block none of whose records is meant, and of one whose records all are. */
export const emptyBits = sql`0::bit(1024)`
export const allBits = sql`(~0::bit(1024))`

/** The bits of some records of one block, from their numbers; null when there are none. */
export const bitsOfNumbers = sql`bit_or(set_bit(${emptyBits}, number % ${blockSize}, 1))`

/**
 * The records in blocks that are not sealed yet, which have to be looked at themselves; without
 * those whose words are gathered, if so wanted. `offset 0`, here and wherever a lateral query has
 * it, keeps PostgreSQL from turning the join around and reading every record of the account.
 */
export function openRecords(history: History, { withGathered }: { withGathered: boolean }) {
  const gathered = withGathered
    ? sql``
    : sql`left join history_text using (account_id, kind, block)`
  const first = withGathered
    ? sql`block * ${blockSize}`
    : sql`coalesce(below, block * ${blockSize})`
  return sql`(
    select record.* from history_block ${gathered} cross join lateral (
      select number, terms, status, created_at from generation
      where ${isOf(history)} and deleted_at is null
        and number between ${first} and block * ${blockSize} + ${blockSize} - 1
      offset 0
    ) record
    where ${isOf(history)} and not is_sealed
  ) open_record`
}
