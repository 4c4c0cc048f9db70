import type { Parts } from '#core/parts.ts'
import { EventForged, type PaymentEvent } from '#providers/payments/payments.ts'
import { type AppliedEvent, applyEvent, recordInvalidEvent } from './apply-event.ts'

/** An event as the payment provider sent it: the raw body and its signature. */
export type SignedEvent = { body: Uint8Array; signature: string | undefined }

/** `forged`: its signature is invalid or old, or no payments are configured. */
export type PaymentReception = {
  outcome: AppliedEvent['outcome'] | 'forged'
  /** The payment provider's id of the event and its type; `null`: it is forged. */
  event: string | null
  type: string | null
}

type ReceivePaymentEventParts = Parts<
  'changes' | 'contributions' | 'database' | 'log' | 'mail' | 'payments'
>

/**
 * Handles an event of the payment provider: credits are granted, taken back and given back exactly
 * once, whatever is repeated, late or out of order. An error means that nothing changed and the
 * provider must send it again.
 */
export async function receivePaymentEvent(
  context: ReceivePaymentEventParts,
  signed: SignedEvent,
): Promise<PaymentReception> {
  const event = await readEvent(context, signed)
  if (!event) return { outcome: 'forged', event: null, type: null }
  const { outcome, accountId } = await take(context, event)
  // No generation has this id: every subscriber of the account is notified.
  if (accountId) context.changes.publish({ accountId, generationId: accountId })
  if (outcome === 'invalid')
    context.log.error({ event: event.id, type: event.type }, 'invalid payment event')
  if (outcome === 'differs')
    context.log.error({ event: event.id }, 'payment differs from its checkout')
  return { outcome, event: event.id, type: event.type }
}

async function take(
  context: Parts<'contributions' | 'database' | 'mail'>,
  event: PaymentEvent,
): Promise<AppliedEvent> {
  const { database } = context
  try {
    return await database
      .transaction()
      .execute((transaction) => applyEvent(context, transaction, event))
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (!isRefusedData(code)) throw error
    const problem = `the database refuses it (${code})`
    return database
      .transaction()
      .execute((transaction) => recordInvalidEvent(context, transaction, { ...event, problem }))
  }
}

/**
 * Data that a column, a check or an index rejects (SQLSTATE): sent again it would be rejected
 * again.
 */
function isRefusedData(code: unknown): code is string {
  return typeof code === 'string' && /^(22|54|23502|23514)/.test(code)
}

async function readEvent(
  { payments }: Parts<'payments'>,
  { body, signature }: SignedEvent,
): Promise<PaymentEvent | null> {
  try {
    return payments && (await payments.readEvent(body, signature))
  } catch (error) {
    if (error instanceof EventForged) return null
    throw error
  }
}
