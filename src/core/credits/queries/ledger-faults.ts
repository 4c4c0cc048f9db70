import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { dayOf } from '#platform/database/days.ts'
import { onEveryShard } from '#platform/database/distributed/every-shard.ts'
import { type AccountSlice, within } from './account-slices.ts'

/** A fault in the ledger. A correct ledger has none. */
export type LedgerFault = {
  fault: string
  account_id: string
  generation_id: string | null
  detail: string
}

/** Verifies every account and every generation against the entries (docs/spec/money.md#ledger). */
export function findAmountFaults(database: Database, slice: AccountSlice): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    select 'balance_differs' as fault, account.id as account_id, null::uuid as generation_id,
      format('balance %s, sum of entries %s', account.credits, coalesce(sum(entry.credits), 0)) as detail
    from account left join credit_entry entry on entry.account_id = account.id
    where ${within(slice, 'account.id')}
    group by account.id, account.credits having account.credits <> coalesce(sum(entry.credits), 0)
    union all
    select 'charge_differs', generation.account_id, generation.id,
      format('price %s, charged %s', price, coalesce(-charge.credits, 0))
    from generation left join credit_entry charge on charge.generation_id = generation.id
      and charge.account_id = generation.account_id and charge.reason = 'charge'
    where ${within(slice, 'generation.account_id')} and coalesce(-charge.credits, 0) <> price
    union all
    select 'refund_differs', generation.account_id, generation.id,
      format('refunded %s, entries say %s', refunded, coalesce(refund.credits, 0))
    from generation left join credit_entry refund on refund.generation_id = generation.id
      and refund.account_id = generation.account_id and refund.reason = 'refund'
    where ${within(slice, 'generation.account_id')} and coalesce(refund.credits, 0) <> refunded
    limit 1000`,
  )
}

/**
 * Finds accounts whose `spent` is not what was charged, less refunded, for what was started on its
 * day. Facts are added up before they are joined, because the planner expects one account in
 * a range of ids.
 */
export function findSpendingFaults(
  database: Database,
  slice: AccountSlice,
): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    with by_generation as (
      select account_id, id, sum(credits) as credits, max(day) as day from (
        select account_id, generation_id as id, -credits as credits, null::integer as day
        from credit_entry where ${within(slice, 'account_id')} and generation_id is not null
        union all
        select account_id, id, 0, ${dayOf(sql`created_at`)} from generation where ${within(slice, 'account_id')}
      ) as fact group by account_id, id
    ), by_entries as materialized (
      select account.id, sum(by_generation.credits) as credits
      from by_generation join account on account.id = account_id and spent_day = day
      group by account.id
    )
    select 'spent_differs' as fault, account.id as account_id, null::uuid as generation_id,
      format('spent %s on %s, entries say %s', spent, date '1970-01-01' + spent_day, coalesce(by_entries.credits, 0))
        as detail
    from account left join by_entries using (id)
    where ${within(slice, 'account.id')} and spent <> coalesce(by_entries.credits, 0)
    limit 1000`,
  )
}

/**
 * Finds entries whose balance does not follow from the account's previous entry, accounts whose
 * entries are not numbered from 1 without a gap, and allowances within the period of another.
 */
export function findSequenceFaults(
  database: Database,
  slice: AccountSlice,
): Promise<LedgerFault[]> {
  return onEveryShard(
    database,
    sql<LedgerFault>`
    select 'balance_after_differs' as fault, account_id, generation_id,
      format('entry %s: %s after %s and %s credits', number, balance_after, before, credits) as detail
    from (
      select *, lag(balance_after, 1, 0) over (partition by account_id order by number) as before from credit_entry
      where ${within(slice, 'account_id')}
    ) as entry
    where balance_after <> before + credits
    union all
    select 'entry_numbers_differ', account.id, null,
      format('last entry %s, %s entries, the highest %s', last_entry, count(number), max(number))
    from account left join credit_entry entry on entry.account_id = account.id
    where ${within(slice, 'account.id')}
    group by account.id, last_entry having last_entry <> count(number) or last_entry <> coalesce(max(number), 0)
    union all
    select 'allowance_repeated', account_id, null,
      format('entry %s of %s, the one before lasts until %s', number, date '1970-01-01' + day, date '1970-01-01' + before)
    from (
      select account_id, number, ${dayOf(sql`created_at`)} as day, renews_day,
        lag(renews_day, 1, 0) over (partition by account_id order by number) as before
      from credit_entry where renews_day is not null and ${within(slice, 'account_id')}
    ) as entry
    where day < before or renews_day <= day
    union all
    select 'allowance_differs', account.id, null,
      format('renews on %s, entries say %s', date '1970-01-01' + account.renews_day, date '1970-01-01' + max(entry.renews_day))
    from account join credit_entry entry on entry.account_id = account.id and entry.renews_day is not null
    where ${within(slice, 'account.id')}
    group by account.id, account.renews_day having account.renews_day < max(entry.renews_day)
    limit 1000`,
  )
}

/** Finds accounts with both a debt and credits. */
export async function findDebtFaults(
  database: Database,
  slice: AccountSlice,
): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'owed_with_credits' as fault, id as account_id, null::uuid as generation_id,
      format('owes %s and has %s', owed, credits) as detail
    from account where ${within(slice, 'id')} and owed > 0 and credits > 0
    limit 1000`.execute(database)
  return rows
}
