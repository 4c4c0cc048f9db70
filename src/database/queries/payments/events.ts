import { type Kysely, sql } from 'kysely'
import type { PaymentMessage } from '#domain/settle-payment.ts'
import type { PaymentOutcome, Tables } from '../../tables.ts'

type Transaction = Kysely<Tables>

/** An event as it arrived; `createdAt` is the provider's time. */
export type ArrivedEvent = {
  id: string
  type: string
  createdAt: Date
  intentId: string | null
  message: PaymentMessage | null
  /** Why it cannot be believed. */
  problem?: string | null
}

/**
 * One transaction at a time for an intent: else a dispute, and the checkout that tells whose it is,
 * could each come too early for the other.
 */
export async function lockIntent(transaction: Transaction, intentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payment ${intentId}`}, 0))`.execute(
    transaction,
  )
}

/**
 * Records an event that concerns nobody yet; `false`: it was here before. Whoever brings it at once
 * waits.
 */
export async function insertEvent(transaction: Transaction, event: ArrivedEvent): Promise<boolean> {
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

/** Says whose an event is, and what came of it. */
export async function concludeEvent(
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

/** What was told of an intent before anybody knew whose it is, oldest first. */
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

/** What only the operator can mend of a payment. */
export type PaymentNote = {
  reason:
    | 'payment_differs'
    | 'payment_event_invalid'
    | 'payment_of_deleted_account'
    | 'payment_refund_failed'
  note: string
}

export async function leavePaymentNote(
  transaction: Transaction,
  { reason, note }: PaymentNote,
): Promise<void> {
  await transaction
    .insertInto('operator_note')
    .values({ generation_id: null, reason, note })
    .execute()
}
