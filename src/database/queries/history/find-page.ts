import { sql } from 'kysely'
import type { Sought } from '#domain/history/sought.ts'
import type { Database } from '../../database.ts'
import type { GenerationRow } from '../../tables.ts'
import { blockSize, type History, none } from './bits.ts'
import { byDays, type Days } from './by-days.ts'
import { byTags } from './by-tags.ts'
import { byTerms } from './by-terms.ts'

/** A page of a history, narrowed by whatever is named. `offset` records come before it. */
export type PageOrder = History & {
  offset: number
  limit: number
  /** Each must be met by a term of the record. */
  sought?: readonly Sought[]
  days?: Days | undefined
  /** Any of them. */
  tags?: readonly string[] | undefined
  onlyFavorites?: boolean | undefined
}

export type Page = {
  /** Newest first. */
  rows: GenerationRow[]
  /** How many records there are on all pages. */
  total: number
  /** Of the whole history, whatever it is narrowed to: records, favourites, credits charged less refunded. */
  whole: Whole
}

type Whole = { records: number; favorites: number; credits: number }

/**
 * A page and its totals, as they are at one moment, whatever its depth: the blocks' bits say how many records come before
 * it, and only those of the blocks it lies in are looked at one by one.
 */
export async function findPage(database: Database, order: PageOrder): Promise<Page> {
  const { rows } = await statement(order).execute(database)
  const [first] = rows
  return {
    rows: rows.flatMap(({ total: _, whole: __, ...row }) => (row.id === null ? [] : [row as GenerationRow])),
    total: first?.total ?? 0,
    whole: first?.whole ?? { records: 0, favorites: 0, credits: 0 },
  }
}

function statement(order: PageOrder) {
  const { accountId, kind, offset, limit } = order
  const narrowing = narrowings(order)
  return sql<{ [column in keyof GenerationRow]: GenerationRow[column] | null } & { total: number; whole: Whole }>`
    with ${sql.join(
      narrowing.map(({ blocks }) => sql`${blocks}, `),
      sql``,
    )}
    block as materialized (
      select block, matching, bit_count(matching)::int as count, bit_count(live)::int as records,
        bit_count(favorites)::int as favorites, credits
      from (
        select history_block.*, ${order.onlyFavorites ? sql`favorites` : sql`live`}
          ${sql.join(
            narrowing.map(({ bits }) => sql` & coalesce(${bits}, ${none})`),
            sql``,
          )} as matching
        from history_block ${sql.join(
          narrowing.map(({ join }) => join),
          sql` `,
        )}
        where account_id = ${accountId} and kind = ${kind}
      ) narrowed
    ), totals as (
      select coalesce(sum(count), 0)::int as total, json_build_object('records', coalesce(sum(records), 0),
        'favorites', coalesce(sum(favorites), 0), 'credits', coalesce(sum(credits), 0)) as whole
      from block
    ), counted as (
      select block, matching, count, sum(count) over (order by block desc) - count as newer from block where count > 0
    ), here as materialized (
      select * from counted where newer < ${offset}::bigint + ${limit} and newer + count > ${offset}::bigint
    ), page as (
      select block * ${blockSize} + position as number
      from here, generate_series(0, ${blockSize} - 1) as position where get_bit(matching, position) = 1
      order by number desc offset ${offset}::bigint - (select min(newer) from here) limit ${limit}
    )
    select totals.*, record.* from totals left join (
      page cross join lateral (
        select * from generation
        where account_id = ${accountId} and kind = ${kind} and number = page.number
        offset 0
      ) record
    ) on true
    order by record.number desc`
}

/** The bits of each narrowing, and how they come to their blocks. */
function narrowings({ accountId, kind, sought = [], days, tags }: PageOrder) {
  const history = { accountId, kind }
  return [
    ...(sought.length > 0 ? [{ name: 'by_terms', blocks: byTerms(history, sought) }] : []),
    ...(days ? [{ name: 'by_days', blocks: byDays(history, days) }] : []),
    ...(tags ? [{ name: 'by_tags', blocks: byTags(history, tags) }] : []),
  ].map(({ name, blocks }) => ({
    blocks,
    bits: sql.ref(`${name}.bits`),
    join: sql`left join ${sql.table(name)} using (block)`,
  }))
}
