import { findAccount } from '#core/accounts/queries/accounts.ts'
import type { PaymentMessage } from '#core/credits/payment-message-rules.ts'
import { isId } from '#core/ids.ts'
import { queueAccountMail } from '#core/mail/queue-mail.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import { alertMessage, type OperatorMessage } from '#core/operators/operator-event-queries.ts'
import type { OperatorEvent } from '#core/operators/rules.ts'
import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import type { PaymentEvent } from '#providers/payments/payments.ts'
import type { PaymentOutcome } from './event-queries.ts'
import {
  findEarlyEvents,
  insertEvent,
  leavePaymentNote,
  lockIntent,
  type PaymentAlert,
  recordOutcome,
} from './event-queries.ts'
import type { PaymentRow } from './payment-queries.ts'
import { recordRefund } from './refund-queries.ts'
import {
  grantPurchase,
  lockPayment,
  returnCredits,
  updatePayment,
  withdrawCredits,
} from './settle-queries.ts'
import {
  applyMessage,
  describeDifference,
  type PaymentFacts,
  type Settlement,
  settlePayment,
} from './settle-rules.ts'
import type { PaymentNews } from './texts.ts'

/** Without `mail`, the buyer gets none about it. */
type Context = Parts<'mail' | 'contributions'>

/** `repeated`: it was applied before. `accountId`: the account whose credits may have changed. */
export type AppliedEvent = { outcome: PaymentOutcome | 'repeated'; accountId: string | null }

/**
 * Applies one event, all or nothing: the payment's state, the credits that follow, and the event's
 * id. Runs in a transaction of its own; when that fails nothing has changed, and the event must be
 * sent again.
 */
export async function applyEvent(
  context: Context,
  transaction: Database,
  event: PaymentEvent,
): Promise<AppliedEvent> {
  const { message } = event
  if (event.problem !== null)
    return recordInvalidEvent(context, transaction, { ...event, problem: event.problem })
  const intentId = message?.intentId ?? null
  if (intentId) await lockIntent(transaction, intentId)
  const isNew = await insertEvent(transaction, { ...event, intentId })
  if (!isNew) return { outcome: 'repeated', accountId: null }
  if (!message) return { outcome: 'ignored', accountId: null }

  const payment = await findOwner(transaction, message)
  if (!payment) return { outcome: 'unknown', accountId: null }
  const dated = { id: event.id, message, at: event.createdAt }
  const outcome = await apply(context, transaction, { ...dated, paymentId: payment.id })
  if (message.about === 'checkout' && intentId && outcome !== 'differs')
    await applyEarly(context, transaction, { paymentId: payment.id, intentId })
  const account = await findAccount(transaction, payment.account_id)
  return { outcome, accountId: account?.successor_id ?? payment.account_id }
}

/**
 * Records an event that is signed but invalid, and alerts the operator; nothing else changes.
 * `problem`: a text for the operator.
 */
export async function recordInvalidEvent(
  context: Context,
  transaction: Database,
  event: PaymentEvent & { problem: string },
): Promise<AppliedEvent> {
  const { problem } = event
  const isNew = await insertEvent(transaction, { ...event, intentId: null, message: null })
  if (!isNew) return { outcome: 'repeated', accountId: null }
  const note = `Event ${event.id} (${event.type}) of the payment provider is invalid, and nothing was granted: ${problem}.`
  await alertOperators(context, transaction, { reason: 'payment_event_invalid', note })
  return { outcome: 'invalid', accountId: null }
}

async function findOwner(
  transaction: Database,
  message: PaymentMessage,
): Promise<PaymentRow | undefined> {
  if (message.about !== 'checkout' && message.about !== 'invoice')
    return lockPayment(transaction, { intentId: message.intentId })
  const paymentId = message.about === 'invoice' ? message.paymentId : message.bought.paymentId
  return isId(paymentId) ? lockPayment(transaction, { id: paymentId }) : undefined
}

/** Applies refunds and disputes that came before their checkout. */
async function applyEarly(
  context: Context,
  transaction: Database,
  { paymentId, intentId }: { paymentId: string; intentId: string },
): Promise<void> {
  for (const { id, message, created_at: at } of await findEarlyEvents(transaction, intentId)) {
    if (message) await apply(context, transaction, { id, message, at, paymentId })
  }
}

type DatedMessage = { id: string; message: PaymentMessage; at: Date }

async function apply(
  context: Context,
  transaction: Database,
  { paymentId, ...event }: DatedMessage & { paymentId: string },
): Promise<PaymentOutcome> {
  const payment = await lockPayment(transaction, { id: paymentId })
  if (!payment) throw new Error('The payment row is missing')
  const { id, message } = event
  const detail = describeDifference(payment, message)
  const outcome = detail ? 'differs' : await mergeEvent(context, transaction, { payment, ...event })
  await recordOutcome(transaction, id, { paymentId, outcome, detail })
  const note = await noteOn(transaction, payment, { message, outcome, detail })
  if (note) await alertOperators(context, transaction, note)
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
    const note = `A refund of payment ${id} failed at the payment provider; its credits stay taken. Refund it again, pay the person another way, or grant the credits again.`
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
  context: Context,
  transaction: Database,
  { payment, message, at }: DatedMessage & { payment: PaymentRow },
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
    charged: facts.charged,
    invoice: invoiceAfter(payment, message, at),
    amountRefunded: facts.refunded,
    disputes: facts.disputes,
    checkoutId: message.about === 'checkout' ? message.checkoutId : null,
    intentId: message.intentId,
  })
  await recordRefundReport(transaction, payment, message)
  const total = facts.charged?.total ?? payment.amount
  if (context.mail) await queuePaymentMail(transaction, payment, { ...due, isGrant, total })
  const messages = messagesOf(payment, { ...due, isGrant, total, facts })
  for (const each of messages) await announceToOperators(context, transaction, each)
  if (isGrant) return 'granted'
  if (change === 0) return 'noted'
  return change > 0 ? 'taken_back' : 'given_back'
}

/** Moves a refund that we requested forward; the credits follow the reported total alone. */
async function recordRefundReport(
  transaction: Database,
  { id, account_id }: PaymentRow,
  message: PaymentMessage,
): Promise<void> {
  if (message.about !== 'refund-progress' && message.about !== 'failed-refund') return
  const { requestId, refundId = null, error = null, amount } = message
  if (!requestId || !isId(requestId)) return
  const refund = { account_id, payment_id: id, id: requestId, amount }
  const state = message.about === 'failed-refund' ? 'failed' : message.state
  await recordRefund(transaction, refund, { state, refundId, error })
}

/** The invoice that was reported last. */
function invoiceAfter({ invoice }: PaymentRow, message: PaymentMessage, at: Date) {
  if (message.about !== 'invoice') return invoice
  const { invoiceId, url, pdf } = message
  const reported = { invoiceId, url, pdf, at: at.getTime() }
  if (!invoice || reported.at > invoice.at) return reported
  return reported.at === invoice.at && url > invoice.url ? reported : invoice
}

type News = Settlement & { isGrant: boolean; total: number }

/** Tells the buyer of a payment that was made, failed or is disputed, of each once. */
async function queuePaymentMail(
  transaction: Database,
  payment: PaymentRow,
  news: News,
): Promise<void> {
  const about = newsOf(payment, news)
  if (!about) return
  const account = await findAccount(transaction, payment.account_id)
  if (!account) return
  const { id: paymentId, credits, currency } = payment
  const content = { about, paymentId, credits, amount: news.total, currency }
  await queueAccountMail(transaction, account, { cause: `${about} ${paymentId}`, content })
}

function newsOf(before: PaymentRow, { isGrant, status, isDisputed }: News): PaymentNews | null {
  if (isDisputed && !before.is_disputed) return 'payment_disputed'
  if (isGrant) return 'receipt'
  return status === 'failed' && before.status !== 'failed' ? 'payment_failed' : null
}

/** What operators learn of what is new of a payment, of each once. */
function messagesOf(
  before: PaymentRow,
  { isGrant, isDisputed, status, total, facts: { refunded } }: News & { facts: PaymentFacts },
): OperatorMessage[] {
  const { id, account_id, credits, currency } = before
  const data = {
    ...{ id, account_id, status, credits, currency, amount: total },
    ...{ amount_refunded: refunded, is_disputed: isDisputed },
  }
  const events: OperatorEvent[] = []
  if (isGrant) events.push('payment.paid')
  if (isDisputed && !before.is_disputed) events.push('payment.disputed')
  if (refunded > before.amount_refunded) events.push('payment.refunded')
  return events.map((event) => ({ event, data }))
}

async function alertOperators(
  context: Context,
  transaction: Database,
  alert: PaymentAlert,
): Promise<void> {
  await leavePaymentNote(transaction, alert)
  const { reason } = alert
  const message = alertMessage({ reason, accountId: null, generationId: null })
  await announceToOperators(context, transaction, message)
}

/** Before payment, the status is the progress of the checkout. */
function factsOf({
  status,
  paid_at,
  total,
  tax,
  amount_refunded: refunded,
  disputes,
}: PaymentRow): PaymentFacts {
  const isProgress =
    status === 'open' || status === 'waiting' || status === 'expired' || status === 'failed'
  const progress = paid_at === null && isProgress ? status : 'paid'
  return { progress, charged: total === null ? null : { total, tax }, refunded, disputes }
}
