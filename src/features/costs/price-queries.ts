import { type Generated, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { CostUnit, ProviderPrice } from './cost-rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    provider_cost: ProviderCostTable
  }
}

/** A price of a provider since a moment; `micros`: millionths, `null`: it has none any more. */
type ProviderCostTable = {
  provider: string
  endpoint: string
  since: Generated<Date>
  unit: CostUnit
  micros: number | null
  currency: string
}

/** A price that counts now. */
export type CurrentPrice = ProviderPrice & { micros: number; currency: string; since: Date }

/** Returns the prices that count now, by provider and endpoint. */
export async function listPrices(database: Database): Promise<CurrentPrice[]> {
  const { rows } = await sql<CurrentPrice>`
    select * from (
      select distinct on (provider, endpoint) provider, endpoint, unit, micros, currency, since
      from provider_cost order by provider, endpoint, since desc
    ) as newest where micros is not null`.execute(database)
  return rows
}

/** Returns the currency of all prices, in lower case; `null`: there was never one. */
export async function findCurrency(database: Database): Promise<string | null> {
  const row = await database
    .selectFrom('provider_cost')
    .select('currency')
    .limit(1)
    .executeTakeFirst()
  return row?.currency ?? null
}

/** Lets one transaction at a time change prices. */
export async function lockPrices(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('provider prices', 0))`.execute(
    transaction,
  )
}

export type NewPriceRow = {
  provider: string
  endpoint: string
  unit: CostUnit
  micros: number | null
  currency: string
}

/** Adds prices that count from now on; those before stay, for what was recorded with them. */
export async function insertPrices(
  transaction: Database,
  prices: readonly NewPriceRow[],
): Promise<void> {
  await sql`
    insert into provider_cost (provider, endpoint, unit, micros, currency)
    select provider, endpoint, unit, micros, currency
    from jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
      as given(provider text, endpoint text, unit cost_unit, micros bigint, currency text)`.execute(
    transaction,
  )
}
