import { type RawBuilder, sql } from 'kysely'
import type { StartCondition } from '#core/generations/queries/start-additions.ts'
import { storedBytes } from '#core/media/queries/stored-bytes.ts'

/**
 * Selects one row with the widest limits of an account's groups, as `widestLimits` finds them, and whether
 * they let it use a model.
 */
export function limitsOf(accountId: string, model: string): RawBuilder<unknown> {
  const widest = (name: string) =>
    sql`case when bool_and(${sql.ref(name)} is not null) then max(${sql.ref(name)}) end as ${sql.ref(name)}`
  return sql`select ${widest('daily_cap')}, ${widest('job_ceiling')}, ${widest('storage_quota')},
      ${widest('creates_per_minute')},
      coalesce(bool_or(models is null or ${model} = any(models)), true) as is_model_allowed
    from user_group where id in (select group_id from account_group where account_id = ${accountId})`
}

/** The limits as a condition of the charge, as `decideByGroups` says; the quota is read where there is one. */
export const isWithinLimits: StartCondition = {
  name: 'limits',
  write: ({ accountId, model, price, spentToday }) => ({
    facts: limitsOf(accountId, model),
    holds: sql`limits.is_model_allowed and (limits.job_ceiling is null or limits.job_ceiling >= ${price})
    and (limits.daily_cap is null or ${spentToday} + ${price} <= limits.daily_cap)
    and (limits.storage_quota is null or limits.storage_quota > ${storedBytes(accountId)})`,
    startsPerMinute: sql`limits.creates_per_minute`,
  }),
}
