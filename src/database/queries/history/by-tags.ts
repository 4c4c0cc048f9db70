import { sql } from 'kysely'
import { bitsOfNumbers, blockSize, type History } from './bits.ts'

/** `by_tags (block, bits)`: the records with any of these tags. Tags change, so no block keeps them; few records have any. */
export function byTags({ accountId, kind }: History, tags: readonly string[]) {
  return sql`
    by_tags as (
      select number / ${blockSize} as block, ${bitsOfNumbers} as bits from generation
      where account_id = ${accountId} and kind = ${kind} and tags <> '{}' and tags && ${tags}::text[]
      group by number / ${blockSize}
    )`
}
