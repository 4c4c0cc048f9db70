import { type Kysely, sql } from 'kysely'
import type { Invoice } from '#core/credits/payment-message-rules.ts'
import { moveDebt } from '#core/credits/queries/move-debt.ts'
import { isDistributed, onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { PaymentRow } from './payment-queries.ts'
import type { Charge, Dispute, PaymentStatus } from './settle-rules.ts'

type Transaction = Kysely<Tables>

/**
 * Finds a payment by its id or its intent and locks it until the transaction ends. Where accounts
 * are distributed, its account is looked up first: rows are locked on one shard.
 */
export async function lockPayment(
  transaction: Transaction,
  by: { id: string } | { intentId: string },
): Promise<PaymentRow | undefined> {
  const found = transaction
    .selectFrom('payment')
    .selectAll()
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('intent_id', '=', by.intentId)))
  if (!isDistributed(transaction)) return found.forUpdate().executeTakeFirst()
  const owner = await found.executeTakeFirst()
  return owner && found.where('account_id', '=', owner.account_id).forUpdate().executeTakeFirst()
}

/** The known state of a payment. Amounts in cents, `takenBack` in credits. */
export type PaymentChange = {
  status: PaymentStatus
  checkoutId: string | null
  intentId: string | null
  charged: Charge | null
  invoice: (Invoice & { at: number }) | null
  amountRefunded: number
  disputes: Readonly<Record<string, Dispute>>
  isDisputed: boolean
  takenBack: number
  isPaid: boolean
}

export async function updatePayment(
  transaction: Transaction,
  { id, account_id }: Pick<PaymentRow, 'id' | 'account_id'>,
  change: PaymentChange,
): Promise<void> {
  await onShardOf(transaction, account_id)
    .updateTable('payment')
    .set({
      status: change.status,
      checkout_id: sql`coalesce(checkout_id, ${change.checkoutId})`,
      intent_id: sql`coalesce(intent_id, ${change.intentId})`,
      ...(change.charged && { total: change.charged.total, tax: change.charged.tax }),
      invoice: change.invoice && JSON.stringify(change.invoice),
      amount_refunded: change.amountRefunded,
      disputes: JSON.stringify(change.disputes),
      is_disputed: change.isDisputed,
      taken_back: change.takenBack,
      ...(change.isPaid && { paid_at: sql<Date>`coalesce(paid_at, clock_timestamp())` }),
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('account_id', '=', account_id)
    .execute()
}

/** Credits of a payment; `credits` above 0. */
export type PaymentCredits = { accountId: string; paymentId: string; credits: number }

/**
 * Grants the purchased credits, and marks the account as one that has paid. The ledger rejects a
 * second time.
 */
export async function grantPurchase(
  transaction: Transaction,
  purchase: PaymentCredits,
): Promise<void> {
  await addEntry(transaction, 'purchase', purchase)
  await transaction
    .updateTable('account')
    .set({ has_paid: true })
    .where('id', '=', purchase.accountId)
    .execute()
}

/**
 * Returns what a dispute had taken, since it was won. The account's debt is repaid from it (a
 * trigger). The part of a deleted account's debt that moved goes to its successor.
 */
export async function returnCredits(transaction: Transaction, back: PaymentCredits): Promise<void> {
  const { rows } = await sql<{ successor_id: string; credits: number }>`
    with before as (
      select id, least(debt_moved, ${back.credits}::int) as credits from account
      where id = ${back.accountId} and successor_id is not null and debt_moved > 0 for update
    )
    update account set debt_moved = debt_moved - before.credits from before where account.id = before.id
    returning successor_id, before.credits`.execute(onShardOf(transaction, back.accountId))
  const [moved] = rows
  if (moved)
    await addEntry(transaction, 'return', {
      ...back,
      accountId: moved.successor_id,
      credits: moved.credits,
    })
  const rest = back.credits - (moved?.credits ?? 0)
  if (rest > 0) await addEntry(transaction, 'return', { ...back, credits: rest })
}

async function addEntry(
  transaction: Transaction,
  reason: 'purchase' | 'return',
  { accountId, paymentId, credits }: PaymentCredits,
): Promise<void> {
  await sql`
    with changed as (
      update account set credits = credits + ${credits}, last_entry = last_entry + 1
      where id = ${accountId} returning id, credits, last_entry
    )
    insert into credit_entry (account_id, number, payment_id, reason, credits, balance_after)
    select id, last_entry, ${paymentId}, ${reason}, ${credits}, credits from changed`.execute(
    onShardOf(transaction, accountId),
  )
}

/**
 * Takes credits as far as there are any; the rest is owed (docs/spec/money.md#payments: never below
 * 0).
 */
export async function withdrawCredits(
  transaction: Transaction,
  { accountId, paymentId, credits }: PaymentCredits,
): Promise<void> {
  const { credits: balance, last_entry: lastEntry } = await transaction
    .selectFrom('account')
    .select(['credits', 'last_entry'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const taken = Math.min(balance, credits)
  await transaction
    .updateTable('account')
    .set({
      credits: balance - taken,
      owed: sql`owed + ${credits - taken}`,
      last_entry: taken > 0 ? lastEntry + 1 : lastEntry,
    })
    .where('id', '=', accountId)
    .execute()
  if (taken > 0) {
    await transaction
      .insertInto('credit_entry')
      .values({
        account_id: accountId,
        number: lastEntry + 1,
        payment_id: paymentId,
        reason: 'reversal',
        credits: -taken,
        balance_after: balance - taken,
      })
      .execute()
  }
  await moveDebt(transaction, accountId)
}
