import { sql } from 'kysely'
import type { Kind } from '#catalogue/kinds.ts'

/** The history of an account and kind. */
export type History = { accountId: string; kind: Kind }

/**
 * The condition that rows are of this history. The values are hidden from the planner, so that it
 * caches one plan that suits every account; else it would plan each query again, which takes longer
 * than most of them run.
 */
export function isOf({ accountId, kind }: History) {
  return sql`account_id = (select ${accountId}::uuid) and kind = (select ${kind}::text)`
}

/** The number of records in a block (migration 0006); a literal, so that every plan knows it. */
export const blockSize = sql.lit(1024)

/** The number of blocks in a part (migration 0008). */
export const partSize = sql.lit(32)

/** The bits of a block with no record selected, and with all. */
export const emptyBits = sql`0::bit(1024)`
export const allBits = sql`(~0::bit(1024))`

/** The bits of some records of one block, from their numbers; null when there are none. */
export const bitsOfNumbers = sql`bit_or(set_bit(${emptyBits}, number % ${blockSize}, 1))`

/**
 * The records in unsealed blocks, which must be read one by one; optionally without those whose
 * words are gathered. `offset 0`, here and in other lateral queries, keeps PostgreSQL from
 * reversing the join and reading every record of the account.
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
