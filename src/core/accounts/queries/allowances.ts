import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { dayOf } from '#platform/database/days.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'

/** An allowance to be granted; `renewsDay`: the day (UTC, since 1970) of the next. */
export type NewAllowance = {
  accountId: string
  credits: number
  isCumulative: boolean
  renewsDay: number
}

/**
 * Grants the allowance of a period once, under the account's lock: all of it where unused credits
 * stay, else what the balance lacks of it. Returns whether it was due; the rest of its period
 * follows from `renews_day`.
 */
export async function grantAllowance(
  database: Database,
  { accountId, credits, isCumulative, renewsDay }: NewAllowance,
): Promise<boolean> {
  const today = dayOf(sql`clock_timestamp()`)
  const added = isCumulative
    ? sql`${credits}::integer`
    : sql`greatest(0, ${credits}::integer - credits)`
  const { rows } = await sql`
    with due as (
      select id, ${added} as added from account
      where id = ${accountId} and renews_day <= ${today} and ${renewsDay}::integer > ${today}
        and suspended_at is null and deleted_at is null
      for update
    ), changed as (
      update account set credits = account.credits + added, renews_day = ${renewsDay}::integer,
        last_entry = last_entry + (added > 0)::integer
      from due where account.id = due.id
      returning account.id, account.credits, last_entry, added
    ), entry as (
      insert into credit_entry (account_id, number, reason, credits, balance_after, renews_day, created_at)
      select id, last_entry, 'allowance', added, credits, ${renewsDay}::integer, clock_timestamp()
      from changed where added > 0
    )
    select id from changed`.execute(onShardOf(database, accountId))
  return rows.length > 0
}
