import type { Database } from '#database/database.ts'
import type { PaymentOutcome } from '#database/money-tables.ts'
import { findAccount } from '#database/queries/accounts.ts'
import {
  findEarlyEvents,
  insertEvent,
  leavePaymentNote,
  lockIntent,
  type PaymentAlert,
  recordOutcome,
} from '#database/queries/payments.ts'
import {
  grantPurchase,
  lockPayment,
  returnCredits,
  updatePayment,
  withdrawCredits,
} from '#database/queries/settle-payment.ts'
import type { PaymentRow } from '#database/tables.ts'
import {
  applyMessage,
  describeDifference,
  type PaymentFacts,
  type PaymentMessage,
  settlePayment,
} from '#domain/settle-payment.ts'
import type { PaymentEvent } from '#providers/payments/payments.ts'
import { isId } from '../generations/read-generation.ts'

/** `repeated`: it was applied before. `accountId`: the account whose credits may have changed. */
export type AppliedEvent = { outcome: PaymentOutcome | 'repeated'; accountId: string | null }

/**
 * Applies one event, all or nothing: the payment's state, the credits that follow, and the event's
 * id. Runs in a transaction of its own; when that fails nothing has changed, and the event must be
 * sent again.
 */
export async function applyEvent(
  transaction: Database,
  event: PaymentEvent,
): Promise<AppliedEvent> {
  const { message } = event
  if (event.problem !== null) return recordInvalidEvent(transaction, event, event.problem)
  const intentId = message?.intentId ?? null
  if (intentId) await lockIntent(transaction, intentId)
  const isNew = await insertEvent(transaction, { ...event, intentId })
  if (!isNew) return { outcome: 'repeated', accountId: null }
  if (!message) return { outcome: 'ignored', accountId: null }

  const payment = await findOwner(transaction, message)
  if (!payment) return { outcome: 'unknown', accountId: null }
  const outcome = await apply(transaction, payment.id, {
    id: event.id,
    message,
    at: event.createdAt,
  })
  if (message.about === 'checkout' && intentId && outcome !== 'differs')
    await applyEarly(transaction, payment.id, intentId)
  const account = await findAccount(transaction, payment.account_id)
  return { outcome, accountId: account?.successor_id ?? payment.account_id }
}

/**
 * Records an event that is signed but invalid, and alerts the operator; nothing else changes.
 * `problem`: a text for the operator.
 */
export async function recordInvalidEvent(
  transaction: Database,
  event: PaymentEvent,
  problem: string,
): Promise<AppliedEvent> {
  const isNew = await insertEvent(transaction, { ...event, intentId: null, message: null, problem })
  if (!isNew) return { outcome: 'repeated', accountId: null }
  const note = `Event ${event.id} (${event.type}) of the payment provider is invalid, and nothing was granted: ${problem}.`
  await leavePaymentNote(transaction, { reason: 'payment_event_invalid', note })
  return { outcome: 'invalid', accountId: null }
}

async function findOwner(
  transaction: Database,
  message: PaymentMessage,
): Promise<PaymentRow | undefined> {
  if (message.about !== 'checkout') return lockPayment(transaction, { intentId: message.intentId })
  const { paymentId } = message.bought
  return isId(paymentId) ? lockPayment(transaction, { id: paymentId }) : undefined
}

/** Applies refunds and disputes that came before their checkout. */
async function applyEarly(
  transaction: Database,
  paymentId: string,
  intentId: string,
): Promise<void> {
  for (const { id, message, created_at: at } of await findEarlyEvents(transaction, intentId)) {
    if (message) await apply(transaction, paymentId, { id, message, at })
  }
}

type DatedMessage = { id: string; message: PaymentMessage; at: Date }

async function apply(
  transaction: Database,
  paymentId: string,
  { id, message, at }: DatedMessage,
): Promise<PaymentOutcome> {
  const payment = await lockPayment(transaction, { id: paymentId })
  if (!payment) throw new Error('The payment row is missing')
  const detail = describeDifference(payment, message)
  const outcome = detail ? 'differs' : await mergeEvent(transaction, payment, { message, at })
  await recordOutcome(transaction, id, { paymentId, outcome, detail })
  const note = await noteOn(transaction, payment, { message, outcome, detail })
  if (note) await leavePaymentNote(transaction, note)
  return outcome
}

type Concluded = { message: PaymentMessage; outcome: PaymentOutcome; detail: string | null }

async function noteOn(
  transaction: Database,
  { id, account_id }: PaymentRow,
  { message, outcome, detail }: Concluded,
): Promise<PaymentAlert | null> {
  if (detail) {
    const note = `Payment ${id} was told otherwise than it was asked for, and nothing was granted. ${detail}`
    return { reason: 'payment_differs', note }
  }
  if (message.about === 'failed-refund') {
    const note = `A refund of payment ${id} failed at the payment provider; its credits stay taken.`
    return { reason: 'payment_refund_failed', note }
  }
  if (outcome !== 'granted') return null
  const account = await findAccount(transaction, account_id)
  if (!account?.deleted_at) return null
  const note = `Payment ${id} was paid after its account had been deleted. Refund it at the payment provider.`
  return { reason: 'payment_of_deleted_account', note }
}

/**
 * Merges an event into the known state of a payment, and moves the credits that follow. The row
 * must be locked.
 */
async function mergeEvent(
  transaction: Database,
  payment: PaymentRow,
  { message, at }: { message: PaymentMessage; at: Date },
): Promise<PaymentOutcome> {
  const facts = applyMessage(factsOf(payment), message, at.getTime())
  const due = settlePayment(payment, facts)
  const isGrant = due.isPaid && payment.paid_at === null
  const change = due.takenBack - payment.taken_back

  const of = { accountId: payment.account_id, paymentId: payment.id }
  if (isGrant) await grantPurchase(transaction, { ...of, credits: payment.credits })
  if (change > 0) await withdrawCredits(transaction, { ...of, credits: change })
  if (change < 0) await returnCredits(transaction, { ...of, credits: -change })
  await updatePayment(transaction, payment, {
    ...{
      status: due.status,
      isPaid: due.isPaid,
      isDisputed: due.isDisputed,
      takenBack: due.takenBack,
    },
    amountRefunded: facts.refunded,
    disputes: facts.disputes,
    checkoutId: message.about === 'checkout' ? message.checkoutId : null,
    intentId: message.intentId,
  })
  if (isGrant) return 'granted'
  if (change === 0) return 'noted'
  return change > 0 ? 'taken_back' : 'given_back'
}

/** Before payment, the status is the progress of the checkout. */
function factsOf({
  status,
  paid_at,
  amount_refunded: refunded,
  disputes,
}: PaymentRow): PaymentFacts {
  const isProgress =
    status === 'open' || status === 'waiting' || status === 'expired' || status === 'failed'
  return { progress: paid_at === null && isProgress ? status : 'paid', refunded, disputes }
}
