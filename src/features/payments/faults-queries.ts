import { type RawBuilder, sql } from 'kysely'
import { type AccountSlice, within } from '#core/credits/queries/account-slices.ts'
import type { LedgerFault } from '#core/credits/queries/ledger-faults.ts'
import type { Database } from '#platform/database/database.ts'

/**
 * Finds payments of which more was taken than recorded, and accounts where the amounts taken from payments do not match the entries, repayments and remaining
 * debt. A deleted account's debts are its successor's, so both are added up together, in the slice
 * of the successor.
 */
export async function findTakenBackFaults(
  database: Database,
  slice: AccountSlice,
): Promise<LedgerFault[]> {
  const { rows } = await sql<LedgerFault>`
    select 'reversal_differs' as fault, payment.account_id, null::uuid as generation_id,
      format('payment %s: taken back %s, entries say %s', payment.id, taken_back, -sum(entry.credits)) as detail
    from payment join credit_entry entry on entry.payment_id = payment.id
      and entry.account_id = payment.account_id and entry.reason in ('reversal', 'return')
    where ${within(slice, 'payment.account_id')}
    group by payment.id, payment.account_id, taken_back having -sum(entry.credits) > taken_back
    union all
    select 'taken_back_differs', account_id, null,
      format('payments say %s, entries %s, owed %s', sum(taken_back), sum(repaid), sum(owed))
    from (
      ${debtsOf(
        sql`account_id`,
        sql`${within(slice, 'fact.account_id')}
        and not exists (select from account where id = fact.account_id and successor_id is not null)`,
      )}
      union all
      ${debtsOf(sql`successor_id`, sql`${within(slice, 'account.successor_id')}`, sql`join account on account.id = fact.account_id`)}
    ) as debt (account_id, taken_back, repaid, owed)
    group by account_id having sum(taken_back) <> sum(repaid) + sum(owed)
    limit 1000`.execute(database)
  return rows
}

/**
 * What was taken from payments, repaid and is owed, a row each, as rows of the account that `head`
 * names. Each table is read by the accounts of the slice, and most of their rows are left out
 * before anything is joined.
 */
function debtsOf(
  head: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  accounts: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`
      select ${head}, taken_back, 0, 0 from payment fact ${accounts}
      where taken_back <> 0 and ${condition}
      union all
      select ${head}, 0, -fact.credits, 0 from credit_entry fact ${accounts}
      where reason in ('reversal', 'return', 'repayment') and ${condition}
      union all
      select ${head}, 0, 0, fact.owed from (select id as account_id, owed from account where owed <> 0) fact ${accounts}
      where ${condition}`
}
