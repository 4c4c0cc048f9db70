import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { LedgerFault } from './ledger.ts'
import { dayOf } from './life/spending.ts'

/**
 * Accounts whose `spent` is not what was charged, less refunded, for what was started on the day it
 * counts.
 */
export async function findSpendingFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    with by_entries as (
      select account.id, sum(-charge.credits - coalesce(refund.credits, 0)) as credits
      from credit_entry charge
      join generation on generation.id = charge.generation_id
      join account on account.id = charge.account_id
        and account.spent_day = ${dayOf(sql`generation.created_at`)}
      left join credit_entry refund on refund.generation_id = charge.generation_id and refund.reason = 'refund'
      where charge.reason = 'charge'
      group by account.id
    )
    select 'spent_differs' as fault, account.id as account_id, null::uuid as generation_id,
      format('spent %s on %s, entries say %s', spent, date '1970-01-01' + spent_day, coalesce(by_entries.credits, 0))
        as detail
    from account left join by_entries using (id)
    where spent <> coalesce(by_entries.credits, 0)
    limit 1000`.execute(database)
  return rows
}

/** Entries whose balance does not follow from that of the account's entry before. */
export async function findSequenceFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'balance_after_differs' as fault, account_id, generation_id,
      format('entry %s: %s after %s and %s credits', id, balance_after, before, credits) as detail
    from (
      select *, lag(balance_after, 1, 0) over (partition by account_id order by id) as before from credit_entry
    ) as entry
    where balance_after <> before + credits
    limit 1000`.execute(database)
  return rows
}

/**
 * Accounts that owe although they have credits; payments of which more was taken than they say; and
 * accounts where what their payments say was taken is not what the entries took, what was repaid,
 * and what is still owed. A deleted account's debts are its successor's, so both are added up
 * together.
 */
export async function findDebtFaults(database: Database): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'owed_with_credits' as fault, id as account_id, null::uuid as generation_id,
      format('owes %s and has %s', owed, credits) as detail
    from account where owed > 0 and credits > 0
    union all
    select 'reversal_differs', payment.account_id, null,
      format('payment %s: taken back %s, entries say %s', payment.id, taken_back, -sum(entry.credits))
    from payment join credit_entry entry on entry.payment_id = payment.id and entry.reason in ('reversal', 'return')
    group by payment.id having -sum(entry.credits) > taken_back
    union all
    select 'taken_back_differs', account.id, null,
      format('payments say %s, entries %s, owed %s', coalesce(payments.credits, 0), coalesce(entries.credits, 0), owed)
    from (select coalesce(successor_id, id) as id, sum(owed) as owed from account group by 1) as account
    left join (
      select coalesce(successor_id, account.id) as id, sum(taken_back) as credits
      from payment join account on account.id = account_id group by 1
    ) as payments on payments.id = account.id
    left join (
      select coalesce(successor_id, account.id) as id, -sum(entry.credits) as credits
      from credit_entry entry join account on account.id = account_id
      where reason in ('reversal', 'return', 'repayment') group by 1
    ) as entries on entries.id = account.id
    where coalesce(payments.credits, 0) <> coalesce(entries.credits, 0) + owed
    limit 1000`.execute(database)
  return rows
}
