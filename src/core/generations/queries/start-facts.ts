import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { dayOf, monthOf } from '#platform/database/days.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

/**
 * What an account has spent after a refund, for its `set`: only refunds of generations started on
 * the counted day reduce it. `made`: when the generation was. Never below 0, because a refund must
 * not fail over it.
 */
export function spentAfterRefund(
  refund: RawBuilder<unknown>,
  made: RawBuilder<unknown>,
): RawBuilder<number> {
  return sql<number>`case when account.spent_day = ${dayOf(made)} then greatest(0, account.spent - ${refund})
    else account.spent end`
}

/**
 * The current facts that decide a start; `ahead`: how far ahead of now the rates are used up, in
 * ms.
 */
export type StartFactsRow = {
  credits: number
  has_paid: boolean
  is_suspended: boolean
  job_ceiling: number | null
  daily_cap: number | null
  spent_today: number
  ahead: number
  key_ahead: number | null
  /** The caps of an application, and what it has spent of them; `null`: none. */
  key_daily_cap: number | null
  key_monthly_cap: number | null
  key_today: number | null
  key_this_month: number | null
}

/**
 * By PostgreSQL's clock, like the charge. `undefined`: the account is deleted, or its key was
 * revoked.
 */
export async function findStartFacts(
  database: Database,
  { accountId, keyId }: { accountId: string; keyId: string | null },
): Promise<StartFactsRow | undefined> {
  const now = sql`clock_timestamp()`
  const { rows } = await sql<StartFactsRow>`
    select credits, has_paid, suspended_at is not null as is_suspended, job_ceiling, account.daily_cap,
      case when account.spent_day >= ${dayOf(now)} then account.spent else 0 end as spent_today,
      1000 * extract(epoch from account.starts_until - ${now})::float as ahead,
      1000 * extract(epoch from api_key.starts_until - ${now})::float as key_ahead,
      api_key.daily_cap as key_daily_cap, api_key.monthly_cap as key_monthly_cap,
      case when api_key.spent_day >= ${dayOf(now)} then api_key.spent else 0 end as key_today,
      case when api_key.spent_month >= ${monthOf(now)} then api_key.spent_in_month else 0 end as key_this_month
    from account left join api_key on api_key.id = ${keyId}::uuid and api_key.revoked_at is null
      and coalesce(api_key.expires_at > ${now}, true)
    where account.id = ${accountId} and deleted_at is null and (${keyId}::uuid is null or api_key.id is not null)
  `.execute(onShardOf(database, accountId))
  return rows[0]
}
