import { type Generated, sql } from 'kysely'
import type { StartCondition } from '#core/generations/queries/start-additions.ts'
import type { Database } from '#platform/database/database.ts'
import { dateOf, today } from './cost-queries.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    provider_stop: ProviderStopTable
  }
}

/** A provider whose budget of a day is used up. */
type ProviderStopTable = { provider: string; day: string; since: Generated<Date> }

/**
 * Whether one of the providers is not stopped today, as a condition of the charge; without a stop,
 * this is a look at an empty table.
 */
export const isWithinBudget: StartCondition = {
  name: 'stopped',
  write: ({ providers }) => ({
    facts: sql`select count(*) as providers from provider_stop
      where provider in (${sql.join(providers)}) and day = ${today}`,
    holds: sql`stopped.providers < ${new Set(providers).size}`,
  }),
}

/** Citus changes rows by the time of their transaction alone. */
const transactionDay = dateOf(sql`now()`)

/** Returns the providers that are stopped today. */
export async function listStops(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('provider_stop')
    .select('provider')
    .where('day', '=', today)
    .execute()
  return rows.map(({ provider }) => provider)
}

/** Stops a provider for today. Returns the day; `null`: it is stopped. */
export async function insertStop(transaction: Database, provider: string): Promise<string | null> {
  const { rows } = await sql<{ provider: string }>`
    insert into provider_stop (provider, day) values (${provider}, ${transactionDay})
    on conflict (provider, day) do nothing returning provider`.execute(transaction)
  if (rows.length === 0) return null
  const days = await sql<{ day: string }>`select ${transactionDay}::text as day`.execute(
    transaction,
  )
  return days.rows[0]?.day ?? null
}

/** Ends the stops of these providers, and those of past days; returns the providers of today's. */
export async function deleteStops(
  transaction: Database,
  providers: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    delete from provider_stop where day < ${transactionDay} or provider = any(${[...providers]})
    returning provider`.execute(transaction)
  return rows.map(({ provider }) => provider)
}

/** What a provider's jobs that ended today cost, in millionths; `unknown`: those without a cost. */
export type SpentToday = { provider: string; micros: number; unknown: number }

/** Returns what was spent today by provider. */
export async function readSpentToday(database: Database): Promise<SpentToday[]> {
  const { rows } = await sql<SpentToday>`
    select provider, coalesce(sum(micros), 0)::bigint as micros,
      (count(*) - count(micros))::integer as unknown
    from generation_cost where day = ${today} group by provider order by provider`.execute(database)
  return rows
}

/** An open job. `provider` and `endpoint`: `null` before it was submitted. */
export type OpenJob = {
  model: string
  generation_type: string
  model_version: number
  requested: number
  input: Record<string, unknown>
  provider: string | null
  endpoint: string | null
}

/** Returns open jobs, and how many there are. */
export async function listOpenJobs(
  database: Database,
  limit: number,
): Promise<{ jobs: OpenJob[]; count: number }> {
  const { rows } = await sql<OpenJob>`
    select generation.model, generation.generation_type, generation.model_version, generation.requested,
      generation.input, job.provider_job ->> 'provider' as provider, job.provider_job ->> 'endpoint' as endpoint
    from job join generation on generation.id = job.generation_id and generation.account_id = job.account_id
    limit ${limit}`.execute(database)
  if (rows.length < limit) return { jobs: rows, count: rows.length }
  const counted = await sql<{ count: number }>`select count(*)::integer as count from job`.execute(
    database,
  )
  return { jobs: rows, count: counted.rows[0]?.count ?? rows.length }
}
