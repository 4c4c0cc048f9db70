import { sql } from 'kysely'
import type { Sought } from '#domain/history/sought.ts'
import { bitsOfNumbers, blockSize, type History, openRecords } from './bits.ts'

/**
 * `by_terms (block, bits)`: the records that have all that is sought. Sealed blocks know it by the terms they keep; in
 * others every record is looked at. What is rarest, as far as its length tells, is looked for first.
 */
export function byTerms(history: History, sought: readonly Sought[]) {
  const ranges = sought
    .flatMap((alternatives, part) => alternatives.map((range) => ({ part, ...range })))
    .toSorted((one, other) => other.first.length - one.first.length)
  return sql`
    sought as materialized (
      select part, first, below_own, below_kept from unnest(
        ${ranges.map(({ part }) => part)}::int[], ${ranges.map(({ first }) => first)}::text[],
        ${ranges.map(({ below }) => below.ownTerms)}::text[], ${ranges.map(({ below }) => below.keptTerms)}::text[]
      ) as sought (part, first, below_own, below_kept)
    ), by_terms as (
      select block, bit_and(bits) as bits from (
        select part, block, bit_or(bits) as bits
        from sought join history_term on term >= first and term < below_kept
        where account_id = ${history.accountId} and kind = ${history.kind}
        group by part, block
      ) kept
      group by block having count(*) = ${sought.length}
      union all
      select number / ${blockSize}, ${bitsOfNumbers} from ${openRecords(history)}
      where ${sought.every((alternatives) => alternatives.length > 0)}
        and not exists (${missing})
      group by number / ${blockSize}
    )`
}

const missing = sql`
  select from (select distinct part from sought) parts where not exists (
    select from sought, unnest(terms || ('#status:' || status)) as term
    where sought.part = parts.part and term >= first and term < below_own)`
