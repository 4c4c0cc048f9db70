import { sql } from 'kysely'
import { all, blockSize, type History, isOf } from './bits.ts'

/** `by_number (block, bits)`: the places of all records numbered below `below`, whether there are any or not. */
export function byNumber(history: History, below: number) {
  const limit = sql`(select ${below}::int)`
  return sql`
    by_number as (
      select block, (${all} << greatest(block * ${blockSize} + ${blockSize} - ${limit}, 0)) as bits
      from history_block where ${isOf(history)} and block * ${blockSize} < ${limit}
    )`
}
