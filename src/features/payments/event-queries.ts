import { type Generated, type JSONColumnType, type Kysely, sql } from 'kysely'
import type { PaymentMessage } from '#core/credits/payment-message-rules.ts'
import type { Tables } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    payment_event: PaymentEventTable
  }
}

/**
 * The outcome of an event. `granted`, `taken_back`, `given_back`: credits. `noted`: no change of
 * credits. `differs`: it does not match our checkout, so nothing was granted. `unknown`: it belongs
 * to no payment of ours, or is early. `ignored`: irrelevant.
 */
export type PaymentOutcome =
  | ('granted' | 'taken_back' | 'given_back' | 'noted')
  | ('differs' | 'unknown' | 'ignored' | 'invalid')

/** Events of the payment provider, once each; `created_at` is the provider's time. */
type PaymentEventTable = {
  id: string
  type: string
  /** `null`: no payment of ours, or one whose checkout has not reported its intent yet. */
  payment_id: string | null
  intent_id: string | null
  message: JSONColumnType<PaymentMessage> | null
  outcome: PaymentOutcome
  detail: string | null
  created_at: Date
  received_at: Generated<Date>
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
