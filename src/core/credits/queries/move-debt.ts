import { type Kysely, sql } from 'kysely'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables } from '#platform/database/tables.ts'

type Transaction = Kysely<Tables>

/**
 * Moves a deleted account's debt to its successor, the current account of the same identity, which
 * repays it at once as far as it has credits. Does nothing for an account without one.
 */
export async function moveDebt(transaction: Transaction, accountId: string): Promise<void> {
  const before = await transaction
    .selectFrom('account')
    .select(['owed', 'successor_id'])
    .where('id', '=', accountId)
    .where('owed', '>', 0)
    .where('successor_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!before?.successor_id) return
  const { owed, successor_id: successorId } = before
  await transaction
    .updateTable('account')
    .set({ owed: 0, debt_moved: sql`debt_moved + ${owed}` })
    .where('id', '=', accountId)
    .execute()
  await transaction
    .updateTable('account')
    .set({ owed: sql`owed + ${owed}` })
    .where('id', '=', successorId)
    .execute()
  await repay(transaction, successorId)
}

async function repay(transaction: Transaction, accountId: string): Promise<void> {
  await sql`
    with due as (
      select id, least(owed, credits) as amount from account
      where id = ${accountId} and owed > 0 and credits > 0 for update
    ), changed as (
      update account set owed = owed - due.amount, credits = credits - due.amount, last_entry = last_entry + 1
      from due where account.id = due.id
      returning account.id, account.credits, account.last_entry, due.amount
    )
    insert into credit_entry (account_id, number, reason, credits, balance_after)
    select id, last_entry, 'repayment', -amount, credits from changed`.execute(
    onShardOf(transaction, accountId),
  )
}
