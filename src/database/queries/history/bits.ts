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

/** The rows in blocks that are not sealed yet, which have to be looked at themselves; to be narrowed by `and …`. */
export function openRecords({ accountId, kind }: History) {
  return sql`history_block join generation using (account_id, kind)
    where account_id = ${accountId} and kind = ${kind} and not is_sealed and deleted_at is null
      and number between block * ${blockSize} and block * ${blockSize} + ${blockSize} - 1`
}
