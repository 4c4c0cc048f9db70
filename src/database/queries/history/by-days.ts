import { sql } from 'kysely'
import { all, bitsOfNumbers, blockSize, type History, isOf, openRecords } from './bits.ts'

/** Whole days (YYYY-MM-DD, both inclusive) as they are in a time zone of the IANA database. */
export type Days = { start?: string | undefined; end?: string | undefined; timeZone: string }

/**
 * `by_days (block, bits)`: the records made on these days. Numbers rise with the time, so in sealed
 * blocks they are those between the first number and the last; in others every record's own time is
 * looked at.
 */
export function byDays(history: History, { start, end, timeZone }: Days) {
  const records = sql`generation where ${isOf(history)}`
  return sql`
    span as materialized (
      select coalesce((${start ?? null}::date)::timestamp at time zone ${timeZone}, '-infinity') as beginning,
        coalesce((${end ?? null}::date + 1)::timestamp at time zone ${timeZone}, 'infinity') as finish
    ), numbers as materialized (
      select
        (select number from ${records} and created_at >= beginning order by created_at limit 1) as first,
        (select number from ${records} and created_at < finish order by created_at desc limit 1) as last
      from span
    ), by_days as (
      select block, ${between(sql`first`, sql`last`)} as bits
      from numbers join history_block on block between first / ${blockSize} and last / ${blockSize}
      where ${isOf(history)} and is_sealed
      union all
      select number / ${blockSize}, ${bitsOfNumbers}
      from span, ${openRecords(history, { withGathered: true })}
      where created_at >= beginning and created_at < finish
      group by number / ${blockSize}
    )`
}

type Fragment = ReturnType<typeof sql>

/** The bits of a block's records whose numbers are in a range. */
function between(first: Fragment, last: Fragment) {
  const lastOfBlock = sql`block * ${blockSize} + ${blockSize} - 1`
  return sql`((${all} >> greatest(${first} - block * ${blockSize}, 0)) & (${all} << greatest(${lastOfBlock} - ${last}, 0)))`
}
