import { sql } from 'kysely'
import { type Sought, separator } from '#domain/history/sought.ts'
import { bitsOfNumbers, blockSize, type History, isOf, openRecords } from './bits.ts'

/**
 * `by_terms (block, bits)`: the records that have all that is sought. Sealed blocks know it by the terms they keep; in
 * others every record is looked at.
 */
export function byTerms(history: History, { kept, own }: Sought) {
  const ranges = kept.flatMap((alternatives, part) => alternatives.map((range) => ({ part, ...range })))
  return sql`
    sought as materialized (
      select part, first, below from unnest(
        (select ${ranges.map(({ part }) => part)}::int[]), (select ${ranges.map(({ first }) => first)}::text[]),
        (select ${ranges.map(({ below }) => below)}::text[])
      ) as sought (part, first, below)
    ), by_terms as (
      select block, bit_and(bits) as bits from (
        select part, block, bit_or(bits) as bits
        from sought cross join lateral (
          select block, bits from history_term where ${isOf(history)} and term >= first and term < below offset 0
        ) kept
        group by part, block
      ) parts
      group by block having count(*) = (select ${kept.length}::int)
      union all
      select number / ${blockSize}, ${bitsOfNumbers} from ${openRecords(history)}
      where status = any ((select ${own.statuses}::text[])::text[]) and ${ownText} like all ((select ${own.patterns}::text[])::text[])
      group by number / ${blockSize}
    )`
}

const mark = sql.lit(separator)

/** A record's terms as one text: much quicker to look through than one by one. */
const ownText = sql`${mark} || array_to_string(terms, ${mark}) || ${mark}`
