import { type Kysely, sql } from 'kysely'
import type { Dispute, PaymentStatus } from '#domain/payments/settle-payment.ts'
import type { PaymentRow, Tables } from '../../tables.ts'

type Transaction = Kysely<Tables>

/** Finds a payment by its id or its intent and keeps others from changing it until the transaction ends. */
export function lockPayment(
  transaction: Transaction,
  by: { id: string } | { intentId: string },
): Promise<PaymentRow | undefined> {
  return transaction
    .selectFrom('payment')
    .selectAll()
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('intent_id', '=', by.intentId)))
    .forUpdate()
    .executeTakeFirst()
}

/** What is known of a payment now. Amounts in cents, `takenBack` in credits. */
export type PaymentChange = {
  status: PaymentStatus
  checkoutId: string | null
  intentId: string | null
  amountRefunded: number
  disputes: Readonly<Record<string, Dispute>>
  isDisputed: boolean
  takenBack: number
  isPaid: boolean
}

export async function updatePayment(transaction: Transaction, id: string, change: PaymentChange): Promise<void> {
  await transaction
    .updateTable('payment')
    .set({
      status: change.status,
      checkout_id: sql`coalesce(checkout_id, ${change.checkoutId})`,
      intent_id: sql`coalesce(intent_id, ${change.intentId})`,
      amount_refunded: change.amountRefunded,
      disputes: JSON.stringify(change.disputes),
      is_disputed: change.isDisputed,
      taken_back: change.takenBack,
      ...(change.isPaid && { paid_at: sql<Date>`coalesce(paid_at, clock_timestamp())` }),
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Credits of a payment; `credits` above 0. */
export type PaymentCredits = { accountId: string; paymentId: string; credits: number }

/** Gives what was bought, and marks the account as one that has paid. A second time the ledger refuses. */
export async function grantPurchase(transaction: Transaction, purchase: PaymentCredits): Promise<void> {
  await addEntry(transaction, 'purchase', purchase)
  await transaction.updateTable('account').set({ has_paid: true }).where('id', '=', purchase.accountId).execute()
}

/** Gives back what a dispute had taken, since it was won. What the account owes is repaid out of it (a trigger). */
export async function giveBack(transaction: Transaction, back: PaymentCredits): Promise<void> {
  await addEntry(transaction, 'return', back)
}

async function addEntry(
  transaction: Transaction,
  reason: 'purchase' | 'return',
  { accountId, paymentId, credits }: PaymentCredits,
): Promise<void> {
  await sql`
    with changed as (
      update account set credits = credits + ${credits} where id = ${accountId} returning id, credits
    )
    insert into credit_entry (account_id, payment_id, reason, credits, balance_after)
    select id, ${paymentId}, ${reason}, ${credits}, credits from changed`.execute(transaction)
}

/** Takes credits as far as there are any; the rest is owed (specification, decisions §4: never below 0). */
export async function takeBack(
  transaction: Transaction,
  { accountId, paymentId, credits }: PaymentCredits,
): Promise<void> {
  const { credits: balance } = await transaction
    .selectFrom('account')
    .select('credits')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const taken = Math.min(balance, credits)
  await transaction
    .updateTable('account')
    .set({ credits: balance - taken, owed: sql`owed + ${credits - taken}` })
    .where('id', '=', accountId)
    .execute()
  if (taken === 0) return
  await transaction
    .insertInto('credit_entry')
    .values({
      account_id: accountId,
      payment_id: paymentId,
      reason: 'reversal',
      credits: -taken,
      balance_after: balance - taken,
    })
    .execute()
}
