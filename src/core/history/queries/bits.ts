import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '#core/models/rules/kinds.ts'

/** The history of an account and kind. */
export type History = { accountId: string; kind: Kind }

/** 1,024 numbers of a history (docs/data.md). */
export type Block = History & { block: number }

/**
 * The condition that rows are of this history. The values are hidden from the planner, so that it
 * caches one plan that suits every account; else it would plan each query again, which takes longer
 * than most of them run.
 */
export function isOf({ accountId, kind }: History) {
  return sql`account_id = (select ${accountId}::uuid) and kind = (select ${kind}::text)`
}

/** The number of records in a block; a literal, so that every plan knows it. */
export const blockSize = sql.lit(1024)

/** The number of blocks in a part. */
export const partSize = sql.lit(32)

/** The bits of a block with no record selected, and with all. */
export const emptyBits = sql`0::bit(1024)`
export const allBits = sql`(~0::bit(1024))`

/** The bits of some records of one block, from their numbers; null when there are none. */
export const bitsOfNumbers = sql`bit_or(set_bit(${emptyBits}, number % ${blockSize}, 1))`

/** The bits of those records of one block that match; none where there are none. */
export function bitsOf(condition: RawBuilder<unknown>) {
  return sql`coalesce(${bitsOfNumbers} filter (where ${condition}), ${emptyBits})`
}

/** The first number after a history's finished blocks; from there on records are read one by one. */
export function newestFrom(history: History) {
  return sql`(select coalesce(max(block) + 1, 0) * ${blockSize} from history_block where ${isOf(history)})`
}

/** `unsealed (block)`: the blocks whose terms are not stored, the newest included. */
export function unsealedBlocks(history: History) {
  return sql`(
    select block from history_block where ${isOf(history)} and not is_sealed
    union all
    select generate_series(${newestFrom(history)} / ${blockSize},
      (select max(number) from generation where ${isOf(history)}) / ${blockSize})
  ) unsealed`
}

/**
 * The records in unsealed blocks, which must be read one by one; optionally without those whose
 * words are gathered. `offset 0`, here and in other lateral queries, keeps PostgreSQL from
 * reversing the join and reading every record of the account.
 */
export function openRecords(history: History, { withGathered }: { withGathered: boolean }) {
  const gathered = withGathered
    ? sql``
    : sql`left join (select block, below from history_text where ${isOf(history)}) gathered using (block)`
  const first = withGathered
    ? sql`block * ${blockSize}`
    : sql`coalesce(below, block * ${blockSize})`
  return sql`(
    select record.* from ${unsealedBlocks(history)} ${gathered} cross join lateral (
      select number, terms, status, created_at from generation_with_job
      where ${isOf(history)} and deleted_at is null
        and number between ${first} and block * ${blockSize} + ${blockSize} - 1
      offset 0
    ) record
  ) open_record`
}
