import { EventForged, type PaymentEvent } from '#providers/payments/payments.ts'
import type { ServiceContext } from '../context.ts'
import { recordInvalidEvent, type TakenEvent, takeEvent } from './apply-event.ts'

/** What the payment provider sent: the body as it came, and its signature. */
export type SignedEvent = { body: Uint8Array; signature: string | undefined }

/** `forged`: the provider did not sign it just now, or nobody can: no payments are set up. */
export type PaymentReception = TakenEvent['outcome'] | 'forged'

/**
 * Takes what the payment provider tells: credits are granted, taken back and given back exactly
 * once, whatever is repeated, late or out of order. An error means that nothing happened and the
 * provider must send it again.
 */
export async function receivePaymentEvent(
  context: ServiceContext,
  signed: SignedEvent,
): Promise<PaymentReception> {
  const event = await readEvent(context, signed)
  if (!event) return 'forged'
  const { outcome, accountId } = await take(context, event)
  // No generation has this id; whoever follows the account hears that something of it changed.
  if (accountId) context.changes.publish({ accountId, generationId: accountId })
  if (outcome === 'invalid')
    context.log.error({ event: event.id, type: event.type }, 'invalid payment event')
  if (outcome === 'differs')
    context.log.error({ event: event.id }, 'payment differs from its checkout')
  return outcome
}

async function take({ database }: ServiceContext, event: PaymentEvent): Promise<TakenEvent> {
  try {
    return await database.transaction().execute((transaction) => takeEvent(transaction, event))
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (!isRefusedData(code)) throw error
    const problem = `the database refuses it (${code})`
    return database
      .transaction()
      .execute((transaction) => recordInvalidEvent(transaction, event, problem))
  }
}

/**
 * Data that a column, a check or an index cannot hold (SQLSTATE): sent again it would be refused
 * again.
 */
function isRefusedData(code: unknown): code is string {
  return typeof code === 'string' && /^(22|54|23502|23514)/.test(code)
}

async function readEvent(
  { payments }: ServiceContext,
  { body, signature }: SignedEvent,
): Promise<PaymentEvent | null> {
  try {
    return payments && (await payments.readEvent(body, signature))
  } catch (error) {
    if (error instanceof EventForged) return null
    throw error
  }
}
