import { sql } from 'kysely'
import type { Kind } from '#catalogue/kind.ts'

/** Whose history, and of which kind. */
export type History = { accountId: string; kind: Kind }

/** How many records a block has (migration 0006); written out, so that every plan knows it. */
export const blockSize = sql.lit(1024)

/** The bits of a block none of whose records is meant, and of one whose records all are. */
export const none = sql`0::bit(1024)`
export const all = sql`(~0::bit(1024))`

/** The bits of some records of one block, from their numbers; null when there are none. */
export const bitsOfNumbers = sql`bit_or(set_bit(${none}, number % ${blockSize}, 1))`

/**
 * The records in blocks that are not sealed yet, which have to be looked at themselves. `offset 0`, here and wherever a
 * lateral query has it, keeps PostgreSQL from turning the join around and reading every record of the account.
 */
export function openRecords({ accountId, kind }: History) {
  return sql`(
    select record.* from history_block cross join lateral (
      select number, terms, status, created_at from generation
      where account_id = ${accountId} and kind = ${kind} and deleted_at is null
        and number between block * ${blockSize} and block * ${blockSize} + ${blockSize} - 1
      offset 0
    ) record
    where account_id = ${accountId} and kind = ${kind} and not is_sealed
  ) open_record`
}
