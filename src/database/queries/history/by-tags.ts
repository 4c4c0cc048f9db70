import { sql } from 'kysely'
import { bitsOfNumbers, blockSize, type History, isOf } from './bits.ts'

/**
 * `by_tags (block, bits)`: the records with any of these tags. Tags change, so no block keeps them;
 * few records have any.
 */
export function byTags(history: History, tags: readonly string[]) {
  return sql`
    by_tags as (
      select number / ${blockSize} as block, ${bitsOfNumbers} as bits from generation
      where ${isOf(history)} and tags <> '{}' and tags && (select ${tags}::text[])
      group by number / ${blockSize}
    )`
}
