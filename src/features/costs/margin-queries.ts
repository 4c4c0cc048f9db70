import { type Generated, type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { today } from './cost-queries.ts'
import type { DaySpan } from './day-rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    cost_day: CostDayTable
    cost_sum: CostSumTable
  }
}

/** A past day whose sums nothing changes any more. */
type CostDayTable = { day: string; computed_at: Generated<Date> }

/** Sums of such a day, by account and model. */
type CostSumTable = CostSums & { day: string; account_id: string; model: string }

/** Sums of some days: charges less refunds, jobs that ended, and what they cost in millionths. */
export type CostSums = {
  credits: number
  jobs: number
  /** Jobs whose cost is not known: it is not in `micros`. */
  unknown: number
  micros: number
}

const startOf = (day: string) => sql`(${day}::date)::timestamp at time zone 'UTC'`

/**
 * Reads the ledger's entries and the costs of a span by day, account and model. Entries count on the
 * day on which they were written, so that all of them together are the ledger's.
 */
function sumsFromLedger({ from, before }: DaySpan): RawBuilder<unknown> {
  return sql`
    select day, account_id, model, coalesce(credits, 0) as credits, coalesce(jobs, 0) as jobs,
      coalesce(unknown, 0) as unknown, coalesce(micros, 0) as micros
    from (
      select (entry.created_at at time zone 'UTC')::date as day, entry.account_id,
        coalesce(generation.model, '') as model, -sum(entry.credits) as credits
      from credit_entry as entry
      left join generation on generation.id = entry.generation_id and generation.account_id = entry.account_id
      where entry.created_at >= ${startOf(from)} and entry.created_at < ${startOf(before)}
        and entry.reason in ('charge', 'refund')
      group by 1, 2, 3
    ) as revenue
    full join (
      select day, account_id, model, count(*) as jobs, count(*) - count(micros) as unknown,
        coalesce(sum(micros), 0) as micros
      from generation_cost where day >= ${from}::date and day < ${before}::date
      group by 1, 2, 3
    ) as costs using (day, account_id, model)`
}

/** What sums are read by. */
export const marginKeys = {
  model: sql<string>`model`,
  day: sql<string>`day::text`,
  account: sql<string>`account_id::text`,
}
export type MarginKey = keyof typeof marginKeys

const sums = sql`sum(credits)::bigint as credits, sum(jobs)::integer as jobs,
      sum(unknown)::integer as unknown, sum(micros)::bigint as micros`

/** The sums of a span: of past days as they are stored, and of the others from the ledger. */
function sumsOf({ stored, open }: { stored: DaySpan; open: DaySpan }): RawBuilder<unknown> {
  return sql`
    select day, account_id, model, credits, jobs, unknown, micros from cost_sum
      where day >= ${stored.from}::date and day < ${stored.before}::date
    union all ${sumsFromLedger(open)}`
}

export type ReadSums = { stored: DaySpan; open: DaySpan; by: MarginKey; limit: number }

/** Returns sums by model, day or account: days in their order, others by their credits. */
export async function listSums(
  database: Database,
  { by, limit, ...spans }: ReadSums,
): Promise<({ key: string } & CostSums)[]> {
  const order = by === 'day' ? sql`key` : sql`credits desc, micros desc, key`
  const { rows } = await sql<{ key: string } & CostSums>`
    select ${marginKeys[by]} as key, ${sums} from (${sumsOf(spans)}) as line
    group by 1 order by ${order} limit ${limit}`.execute(database)
  return rows
}

/** Returns the sums of everything in a span. */
export async function readTotal(
  database: Database,
  spans: { stored: DaySpan; open: DaySpan },
): Promise<CostSums> {
  const { rows } = await sql<CostSums>`
    select coalesce(sum(credits), 0)::bigint as credits, coalesce(sum(jobs), 0)::integer as jobs,
      coalesce(sum(unknown), 0)::integer as unknown, coalesce(sum(micros), 0)::bigint as micros
    from (${sumsOf(spans)}) as line`.execute(database)
  return rows[0] ?? { credits: 0, jobs: 0, unknown: 0, micros: 0 }
}

/** Returns today and the newest stored day, and the first day of the studio; `null`: none. */
export async function readDays(
  database: Database,
): Promise<{ today: string; newest: string | null; first: string | null }> {
  const { rows } = await sql<{ today: string; newest: string | null; first: string | null }>`
    select ${today}::text as today, (select max(day)::text from cost_day) as newest,
      (select (created_at at time zone 'UTC')::date::text from account order by id limit 1) as first`.execute(
    database,
  )
  return rows[0] ?? { today: '1970-01-01', newest: null, first: null }
}

/** Returns the days that are stored. */
export async function listStoredDays(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('cost_day')
    .select(sql<string>`day::text`.as('day'))
    .execute()
  return rows.map(({ day }) => day)
}

/** How many rows are sent to the database at once. */
const batch = 5_000

/** Stores the sums of a past day; once only. */
export async function storeDay(database: Database, { from, before }: DaySpan): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`${sumsFromLedger({ from, before })}`.execute(
    database,
  )
  await database.transaction().execute(async (transaction) => {
    await sql`insert into cost_day (day) values (${from}::date)`.execute(transaction)
    for (let start = 0; start < rows.length; start += batch)
      await sql`
        insert into cost_sum (day, account_id, model, credits, jobs, unknown, micros)
        select ${from}::date, account_id, model, credits, jobs, unknown, micros
        from jsonb_to_recordset(${JSON.stringify(rows.slice(start, start + batch))}::jsonb)
          as given(account_id uuid, model text, credits bigint, jobs integer, unknown integer, micros bigint)`.execute(
        transaction,
      )
  })
}

/** Returns the addresses of accounts, by their ids. */
export async function findAddresses(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('account')
    .select(['id', 'email'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}
