import { type RawBuilder, sql } from 'kysely'
import type { EndingPart } from '#core/generations/queries/end-generation.ts'
import { partsOfUnit, type Quantities } from './cost-rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    generation_cost: GenerationCostTable
  }
}

/** What a job cost on the day (UTC) on which it ended; `micros`: `null` where it is not known. */
type GenerationCostTable = {
  account_id: string
  generation_id: string
  day: string
  provider: string
  endpoint: string
  model: string
  /** The provider's id of the job; `null`: it was never learnt. */
  request_id: string | null
  micros: number | null
}

/** The day (UTC) of a moment of a statement, as a date. */
export const dateOf = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${moment} at time zone 'UTC')::date`

/** Today, by the database's clock. */
export const today = dateOf(sql`clock_timestamp()`)

/** `job`: where it ran, if its row does not know yet; `null` there: it never reached a provider. */
export type CostRecord = {
  job: { provider: string; endpoint: string; requestId: string | null } | null
  /** `results`: by its quantities and the price. */
  billing: 'results' | 'nothing' | 'unknown'
  quantities: Quantities
}

/**
 * Writes what a job that ends has cost, by the price that counts now: its quantity times the price,
 * rounded half up, as `costOf` does.
 */
export function costPart({ job, billing, quantities }: CostRecord): EndingPart {
  const parts = sql`${JSON.stringify(partsOfUnit)}::jsonb`
  const quantity = sql`(${JSON.stringify(quantities)}::jsonb ->> price.unit::text)::numeric`
  const costs = {
    results: sql`round(price.micros::numeric * ${quantity} / (${parts} ->> price.unit::text)::numeric)::bigint`,
    nothing: sql`0`,
    unknown: sql`null::bigint`,
  }
  return {
    name: 'cost',
    write: () => sql`
    insert into generation_cost (account_id, generation_id, day, provider, endpoint, model, request_id, micros)
    select closed.account_id, closed.id, ${today}, ran.at ->> 'provider', ran.at ->> 'endpoint',
      closed.model, ran.at ->> 'requestId', ${costs[billing]}
    from closed
    cross join lateral (select coalesce(closed.provider_job, ${job && JSON.stringify(job)}::jsonb) as at) as ran
    left join lateral (
      select unit, micros from provider_cost
      where provider = ran.at ->> 'provider' and endpoint in (ran.at ->> 'endpoint', '*')
      order by endpoint = '*', since desc limit 1) as price on true
    where ran.at is not null`,
  }
}
