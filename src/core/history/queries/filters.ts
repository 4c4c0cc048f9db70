import { type RawBuilder, sql } from 'kysely'
import { statuses as everyStatus } from '#core/generations/rules/status.ts'
import { alikeResults, isNear } from '#core/image-search/queries.ts'
import type { Days } from '#platform/database/days.ts'
import { type SearchFilter, separator } from '../search-filter-rules.ts'
import { facet } from '../search-term-rules.ts'
import {
  allBits,
  bitsOfNumbers,
  blockSize,
  type History,
  isOf,
  newestFrom,
  openRecords,
  unsealedBlocks,
} from './bits.ts'
import { ownText } from './texts.ts'

/**
 * `by_terms (block, bits)`: the records that match all terms. Sealed blocks use their stored terms;
 * others the gathered texts; records that are not gathered yet are read one by one.
 */
export function byTerms(history: History, { kept, own }: SearchFilter) {
  const ranges = kept.flatMap((alternatives, part) =>
    alternatives.map((range) => ({ part, ...range })),
  )
  const isOwn = (content: RawBuilder<unknown>) => {
    const isLikeAll = (patterns: string[]) =>
      sql`${content} like all ((select ${patterns}::text[])::text[])`
    const [one, other] = own.alternatives
    return sql`${isLikeAll(own.patterns)} and (${isLikeAll(one)} or ${isLikeAll(other)})`
  }
  const states = sql`(select ${statusPatterns(own.statuses)}::text[])::text[]`
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
      select number / ${blockSize}, ${bitsOfNumbers} from (
        select number from (select block, numbers, texts from history_text where ${isOf(history)}) kept
          join ${unsealedBlocks(history)} using (block), unnest(numbers, texts) as gathered (number, content)
        where ${isOwn(sql`content`)} and content like any (${states})
        union all
        select number from ${openRecords(history, { withGathered: false })}
        where status = any ((select ${own.statuses}::text[])::text[]) and ${isOwn(ownText)}
      ) own
      group by number / ${blockSize}
    )`
}

/** Patterns that match gathered texts with one of these statuses. */
function statusPatterns(statuses: SearchFilter['own']['statuses']): string[] {
  if (statuses.length === everyStatus.length) return ['%']
  return statuses.map((status) => `%${separator}${facet('status', status)}${separator}%`)
}

/** `by_tags (block, bits)`: the records with any of these tags. */
export function byTags(history: History, tags: readonly string[]) {
  return sql`
    by_tags as (
      select number / ${blockSize} as block, ${bitsOfNumbers} as bits from generation_tag
      where ${isOf(history)} and tag = any ((select ${tags}::text[])::text[])
      group by number / ${blockSize}
    )`
}

/** How images look: near copies of a record of the account, a set of dominant colours, or both. */
export type AppearanceFilter = { nearId?: string | undefined; color?: number | undefined }

/** `by_appearance (block, bits)`: the records with a result that looks like this. */
export function byAppearance(history: History, { nearId, color }: AppearanceFilter) {
  const own = sql`account_id = (select ${history.accountId}::uuid)`
  return sql`
    wanted_hash as materialized (
      select distinct perceptual_hash as hash from media where ${own} and generation_id = ${nearId ?? null}::uuid
    ), ${alikeResults(sql`${own} and (${color ?? null}::int is null or colors & ${color ?? null}::int <> 0)
      and (${nearId ?? null}::uuid is null or exists (
        select from wanted_hash where ${isNear(sql`hash`)}))`)},
    by_appearance as (
      select number / ${blockSize} as block, ${bitsOfNumbers} as bits from alike cross join lateral (
        select number from generation where id = generation_id and ${isOf(history)}
        offset 0
      ) record
      group by number / ${blockSize}
    )`
}

/**
 * `by_days (block, bits)`: the records of these days. A finished block counts as a whole where its
 * first and last moment are within them; of others every record's own time is compared.
 */
export function byDays(history: History, { start, end, timeZone }: Days) {
  return sql`
    span as materialized (
      select coalesce((${start ?? null}::date)::timestamp at time zone ${timeZone}, '-infinity') as beginning,
        coalesce((${end ?? null}::date + 1)::timestamp at time zone ${timeZone}, 'infinity') as finish
    ), by_days as (
      select block, ${allBits} as bits from span, history_block
      where ${isOf(history)} and first_at >= beginning and last_at < finish
      union all
      select number / ${blockSize}, ${bitsOfNumbers} from span cross join lateral (
        select block * ${blockSize} as first, block * ${blockSize} + ${blockSize} - 1 as last from history_block
        where ${isOf(history)} and last_at >= beginning and first_at < finish
          and not (first_at >= beginning and last_at < finish)
        union all
        select ${newestFrom(history)}, ${sql.lit(2 ** 31 - 1)}
      ) numbers cross join lateral (
        select number from generation
        where ${isOf(history)} and number between first and last and created_at >= beginning and created_at < finish
        offset 0
      ) record
      group by number / ${blockSize}
    )`
}
