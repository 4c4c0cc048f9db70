import { type Kysely, sql } from 'kysely'
import type { PaymentMessage, TaxBehavior } from '#domain/payments/settle-payment.ts'
import type { Database } from '../../database.ts'
import { onShardOf } from '../../distributed/accounts-shard.ts'
import type { PaymentOutcome } from '../../money-tables.ts'
import type { PaymentRow, Tables } from '../../tables.ts'

/** A new purchase: no money was transferred yet. `amount` in the currency's smallest unit. */
export type NewPayment = {
  id: string
  accountId: string
  pack: string
  credits: number
  amount: number
  currency: string
  returnTo: string
  taxBehavior?: TaxBehavior | null
}

/**
 * Records a purchase unless the account began `most` within the last minutes and paid none of them;
 * exact with concurrent calls. `false`: it did, or it is deleted, and nothing was written.
 */
export function beginPayment(
  database: Database,
  payment: NewPayment,
  { most, minutes }: { most: number; minutes: number },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom('account')
      .select('id')
      .where('id', '=', payment.accountId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || (await countOpenCheckouts(transaction, payment.accountId, minutes)) >= most)
      return false
    await insertPayment(transaction, payment)
    return true
  })
}

export async function insertPayment(database: Database, payment: NewPayment): Promise<void> {
  const { id, pack, credits, amount, currency } = payment
  await database
    .insertInto('payment')
    .values({
      ...{ id, pack, credits, amount, currency },
      account_id: payment.accountId,
      return_to: payment.returnTo,
      tax_behavior: payment.taxBehavior ?? null,
    })
    .execute()
}

/** Records the payment provider's checkout, unless an earlier event did. */
export async function recordCheckout(
  database: Database,
  { id, accountId, checkoutId }: { id: string; accountId: string; checkoutId: string },
): Promise<void> {
  await onShardOf(database, accountId)
    .updateTable('payment')
    .set({ checkout_id: checkoutId, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('checkout_id', 'is', null)
    .execute()
}

/** Counts the unpaid checkouts of an account within the last minutes. */
async function countOpenCheckouts(
  database: Database,
  accountId: string,
  minutes: number,
): Promise<number> {
  const { count } = await database
    .selectFrom('payment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('paid_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns one of the account's own payments. */
export function findPayment(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
): Promise<PaymentRow | undefined> {
  return database
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** Returns an account's payments, newest first. */
export function listPayments(
  database: Database,
  accountId: string,
  limit: number,
): Promise<PaymentRow[]> {
  return database
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

type Transaction = Kysely<Tables>

/** An event as received; `createdAt` is the provider's time. */
export type ReceivedEvent = {
  id: string
  type: string
  createdAt: Date
  intentId: string | null
  message: PaymentMessage | null
  /** Why it is invalid. */
  problem?: string | null
}

/**
 * Locks an intent for one transaction: else a dispute and the checkout that links it to a payment
 * could each come too early for the other.
 */
export async function lockIntent(transaction: Transaction, intentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${intentId}`}, 0))`.execute(
    transaction,
  )
}

/**
 * Records an event without a payment yet; `false`: it was recorded before. Concurrent inserts of
 * the same event wait.
 */
export async function insertEvent(
  transaction: Transaction,
  event: ReceivedEvent,
): Promise<boolean> {
  const { id, type, message, problem = null } = event
  const rows = await transaction
    .insertInto('payment_event')
    .values({
      ...{ id, type },
      payment_id: null,
      intent_id: event.intentId,
      message: message && JSON.stringify(message),
      outcome: problem === null ? (message ? 'unknown' : 'ignored') : 'invalid',
      detail: problem,
      created_at: event.createdAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length === 1
}

/** Records an event's account and outcome. */
export async function recordOutcome(
  transaction: Transaction,
  id: string,
  conclusion: { paymentId: string; outcome: PaymentOutcome; detail: string | null },
): Promise<void> {
  const { paymentId, outcome, detail } = conclusion
  await transaction
    .updateTable('payment_event')
    .set({ payment_id: paymentId, outcome, detail })
    .where('id', '=', id)
    .execute()
}

/** Returns the events of an intent from before its payment was known, oldest first. */
export function findEarlyEvents(transaction: Transaction, intentId: string) {
  return transaction
    .selectFrom('payment_event')
    .select(['id', 'message', 'created_at'])
    .where('intent_id', '=', intentId)
    .where('payment_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** An alert about a payment that only the operator can fix. */
export type PaymentAlert = {
  reason:
    | 'payment_differs'
    | 'payment_event_invalid'
    | 'payment_of_deleted_account'
    | 'payment_refund_failed'
  note: string
}

const noAccount = '00000000-0000-0000-0000-000000000000'

export async function leavePaymentNote(
  transaction: Transaction,
  { reason, note }: PaymentAlert,
): Promise<void> {
  await transaction
    .insertInto('alert')
    .values({ account_id: noAccount, generation_id: null, reason, note })
    .execute()
}
