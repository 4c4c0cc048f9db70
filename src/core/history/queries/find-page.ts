import { type RawBuilder, sql } from 'kysely'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { Database } from '#platform/database/database.ts'
import type { Days } from '#platform/database/days.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { SearchFilter } from '../search-filter-rules.ts'
import {
  allBits,
  bitsOf,
  blockSize,
  emptyBits,
  type History,
  isOf,
  newestFrom,
  partSize,
} from './bits.ts'
import { type AppearanceFilter, byAppearance, byDays, byTags, byTerms } from './filters.ts'

/** A page of a history, with filters. `offset` records come before it. */
export type PageOrder = History & {
  offset: number
  limit: number
  searched?: SearchFilter | null
  days?: Days | undefined
  /** Any of them. */
  tags?: readonly string[] | undefined
  onlyFavorites?: boolean | undefined
  appearance?: AppearanceFilter | undefined
  /** Only records with a number below this. */
  below?: number | undefined
}

export type Page = {
  /** Newest first. */
  rows: GenerationRow[]
  /** How many records there are on all pages. */
  total: number
  /**
   * Of the whole history, without filters: records, favourites, credits charged less refunded.
   */
  whole: Whole
}

type Whole = { records: number; favorites: number; credits: number }

/**
 * Returns a page and its totals at one moment, however far back: the blocks' bits tell how many
 * records come before it, and only the blocks of the page are read record by record.
 */
export async function findPage(database: Database, order: PageOrder): Promise<Page> {
  const { rows } = await statement(order).execute(onShardOf(database, order.accountId))
  const [first] = rows
  return {
    rows: rows.flatMap(({ total: _, whole: __, ...row }) =>
      row.id === null ? [] : [row as GenerationRow],
    ),
    total: first?.total ?? 0,
    whole: first?.whole ?? { records: 0, favorites: 0, credits: 0 },
  }
}

function statement(order: PageOrder) {
  const offset = sql`(select ${order.offset}::bigint)`
  const limit = sql`(select ${order.limit}::int)`
  const isHere = sql`count > 0 and newer < ${offset} + ${limit} and newer + count > ${offset}`
  return sql<
    { [column in keyof GenerationRow]: GenerationRow[column] | null } & {
      total: number
      whole: Whole
    }
  >`
    with ${blocks(order)},
    part as materialized (
      ${isNarrowed(order) ? counted(sql`true`) : addedUp(order)}
    ), totals as (
      select coalesce(sum(count), 0)::int as total, json_build_object('records', coalesce(sum(records), 0),
        'favorites', coalesce(sum(favorites), 0), 'credits', coalesce(sum(credits), 0)) as whole
      from part
    ), near as (
      select * from (select part, count, sum(count) over (order by part desc) - count as newer from part) running
      where ${isHere}
    ), here as (
      select * from (
        select block, matching, inner_block.count,
          near.newer + sum(inner_block.count) over (partition by part order by block desc) - inner_block.count as newer
        from near cross join lateral (
          select block, matching, bit_count(matching)::int as count from block
          where block >= part * ${partSize} and block < (part + 1) * ${partSize}
          offset 0
        ) inner_block
      ) running
      where ${isHere}
    ), page as (
      select block * ${blockSize} + position as number
      from here cross join lateral (
        select position from (select generate_series(${blockSize} - 1, 0, -1) as position) every
        where get_bit(matching, position) = 1
        offset greatest(${offset} - newer, 0) limit ${limit}
      ) inner_page
      order by number desc limit ${limit}
    )
    select totals.*, record.* from totals left join (
      page cross join lateral (
        select * from generation_with_job
        where ${isOf(order)} and number = page.number
        offset 0
      ) record
    ) on true
    order by record.number desc`
}

/**
 * Counts the blocks part by part: adding up a thousand of them one by one takes longer than all the
 * rest.
 */
function counted(condition: RawBuilder<unknown>) {
  return sql`
    select part, sum(count) as count, sum(records) as records, sum(favorites) as favorites, sum(credits) as credits
    from (
      select block / ${partSize} as part, bit_count(matching)::int as count, records, favorites, credits
      from block where ${condition} offset 0
    ) each
    group by part`
}

/** Without filters the older parts of a history are added up already. */
function addedUp(order: PageOrder) {
  const count = order.onlyFavorites ? sql`favorites` : sql`records`
  const ofHistory = sql`from history_part where ${isOf(order)}`
  return sql`
    select part, ${count} as count, records, favorites, credits ${ofHistory}
    union all
    ${counted(sql`block >= ${partSize} * (select coalesce(max(part) + 1, 0) ${ofHistory})`)}`
}

function isNarrowed(order: PageOrder): boolean {
  return narrowings(order).length > 0
}

/**
 * `block (block, matching, records, favorites, credits)`, and its parts. Without filters, the
 * blocks of the page are read again, which is cheaper than keeping them all. With filters, the bits
 * of a block are combined by grouping, because the planner underestimates them and might join each
 * with each.
 */
function blocks(order: PageOrder) {
  const own = sql`
    select block, ${order.onlyFavorites ? sql`favorites` : sql`live`} as matching, bit_count(live)::int as records,
      bit_count(favorites)::int as favorites, credits
    from history_block where ${isOf(order)}
    union all
    select number / ${blockSize}, ${bitsOf(order.onlyFavorites ? sql`is_favorite` : sql`true`)},
      count(*)::int, (count(*) filter (where is_favorite))::int, sum(price - refunded)
    from generation where ${isOf(order)} and number >= ${newestFrom(order)} and deleted_at is null
    group by number / ${blockSize}`
  const narrowing = narrowings(order)
  if (narrowing.length === 0) return sql`block as not materialized (${own})`
  return sql`
    ${sql.join(narrowing.map(({ blocks }) => blocks))},
    block as materialized (
      select block, case when count(*) = ${sql.lit(narrowing.length + 1)} then bit_and(matching) else ${emptyBits} end as matching,
        max(records) as records, max(favorites) as favorites, max(credits) as credits
      from (
        ${own}
        ${sql.join(
          narrowing.map(
            ({ name }) =>
              sql`union all select block, bits, null, null, null from ${sql.table(name)} `,
          ),
          sql``,
        )}
      ) each
      group by block
    )`
}

/** The filters of a history: their bits by block, by name. */
function narrowings({ accountId, kind, searched, days, tags, appearance, below }: PageOrder) {
  const history = { accountId, kind }
  return [
    ...(searched ? [{ name: 'by_terms', blocks: byTerms(history, searched) }] : []),
    ...(days ? [{ name: 'by_days', blocks: byDays(history, days) }] : []),
    ...(tags ? [{ name: 'by_tags', blocks: byTags(history, tags) }] : []),
    ...(appearance ? [{ name: 'by_appearance', blocks: byAppearance(history, appearance) }] : []),
    ...(below === undefined ? [] : [{ name: 'by_number', blocks: byNumber(below) }]),
  ]
}

/**
 * `by_number (block, bits)`: the positions of all records numbered below `below`, existing or not.
 */
function byNumber(below: number) {
  const limit = sql`(select ${below}::int)`
  return sql`
    by_number as (
      select block, (${allBits} << greatest(block * ${blockSize} + ${blockSize} - ${limit}, 0)) as bits
      from generate_series(0, (${limit} - 1) / ${blockSize}) as block
    )`
}
