import { type Kysely, sql } from 'kysely'
import { firstIdAt } from '#platform/database/ids.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { FailureCode } from '../rules/failure.ts'
import { withOwner } from './admin-generations.ts'

type Connection = Kysely<Tables>

/**
 * What is listed: those started from `from` until before `to`; failed ones by when they failed.
 * `null`: any.
 */
export type GenerationFilter = {
  status: 'open' | 'completed' | 'partial' | 'failed' | null
  kind: string | null
  model: string | null
  code: FailureCode | null
  from: Date
  to: Date
}

/** A place in the list; `at`: microseconds since 1970, of failed ones when they failed. */
export type ListCursor = { at: number; id: string }

/**
 * How many generations one page reads at most: a rare match is found over several pages, and no page
 * reads a whole table.
 */
export const maxScanned = 20_000

export type ListPage = { filter: GenerationFilter; before: ListCursor | null; limit: number }

/** `matched`: of those that were read; `isWhole`: these were all. */
export type ScannedPage = {
  ids: string[]
  next: ListCursor | null
  matched: { count: number; charged: number; refunded: number }
  isWhole: boolean
}

type Scanned = {
  matches: ListCursor[] | null
  scanned: number
  last: ListCursor | null
  count: number
  charged: number
  refunded: number
}

/** Reads a page of the list, newest first, and sums up to `maxScanned` generations from there on. */
export async function scanGenerations(
  database: Connection,
  { filter, before, limit }: ListPage,
  scanLimit = maxScanned,
): Promise<ScannedPage> {
  const { rows } = await sql<Scanned>`
    with scanned as materialized (${scannedBy(filter, before, scanLimit)}),
    matching as (select * from scanned where ${matches(filter)})
    select
      (select json_agg(page) from (select at, id from matching order by at desc, id desc limit ${limit + 1}) as page) as matches,
      (select count(*)::int from scanned) as scanned,
      (select json_build_object('at', at, 'id', id) from scanned order by at, id limit 1) as last,
      (select count(*)::int from matching) as count,
      (select coalesce(sum(price), 0)::bigint from matching) as charged,
      (select coalesce(sum(refunded), 0)::bigint from matching) as refunded`.execute(database)
  const { matches: found, scanned = 0, last = null, ...matched } = rows[0] ?? noneScanned
  const page = (found ?? []).slice(0, limit)
  const isWhole = scanned < scanLimit
  const rest = isWhole ? null : last
  const next = (found?.length ?? 0) > limit ? (page.at(-1) ?? null) : rest
  return { ids: page.map(({ id }) => id), next, matched, isWhole }
}

const noneScanned: Scanned = {
  ...{ matches: null, scanned: 0, last: null },
  ...{ count: 0, charged: 0, refunded: 0 },
}

/** Read in the order of an index: that of failed ones by time, or that of all by id. */
export function scannedBy(filter: GenerationFilter, before: ListCursor | null, limit: number) {
  const { from, to, status } = filter
  const columns = sql`id, model, kind, status, error_code, price, refunded`
  if (status === 'failed') {
    const end = before
      ? sql`(to_timestamp(0) + ${before.at}::bigint * interval '1 us')`
      : sql`${to}`
    return sql`select (extract(epoch from completed_at) * 1000000)::bigint as at, ${columns} from generation
      where status = 'failed' and completed_at >= ${from} and completed_at < ${to}
        and (completed_at, id) < (${end}::timestamptz, ${before?.id ?? lowestId}::uuid)
      order by completed_at desc, id desc limit ${limit}`
  }
  const isOpen = sql`and status = 'open' and (id, account_id) in (select generation_id, account_id from job)`
  return sql`select 0 as at, ${columns} from generation
    where id >= ${firstIdAt(from.getTime())}::uuid and id < ${before?.id ?? firstIdAt(to.getTime())}::uuid ${status === 'open' ? isOpen : sql``}
    order by id desc limit ${limit}`
}

const lowestId = '00000000-0000-0000-0000-000000000000'

function matches({ status, kind, model, code }: GenerationFilter) {
  const is = (column: string, value: string | null) =>
    value === null ? sql`true` : sql`${sql.ref(column)}::text = ${value}`
  return sql`${is('status', status)} and ${is('kind', kind)} and ${is('model', model)} and ${is('error_code', code)}`
}

/** Reads generations by their ids, in that order. */
export async function readListed(database: Connection, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await withOwner(database)
    .where(sql<boolean>`found.id = any (${[...ids]}::uuid[])`)
    .execute()
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0))
}
