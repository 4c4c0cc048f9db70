import { type RawBuilder, sql } from 'kysely'

/** The day (UTC) of a moment, in days since 1970, as domain/spent-today.ts counts them. */
export function dayOf(moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`((${moment} at time zone 'UTC')::date - date '1970-01-01')`
}

/**
 * What an account has spent after some of it came back, for its `set`: only what was started on the
 * day it counts is taken off. `made`: when the generation was. Never below 0, because a refund must
 * not fail over it.
 */
export function spentAfterRefund(
  refund: RawBuilder<unknown>,
  made: RawBuilder<unknown>,
): RawBuilder<number> {
  return sql<number>`case when account.spent_day = ${dayOf(made)} then greatest(0, account.spent - ${refund})
    else account.spent end`
}
