import type { Database } from '#database/database.ts'
import {
  giveBack,
  grantPurchase,
  takeBack,
  updatePayment,
} from '#database/queries/settle-payment.ts'
import type { PaymentOutcome, PaymentRow } from '#database/tables.ts'
import {
  learn,
  type PaymentFacts,
  type PaymentMessage,
  settlePayment,
} from '#domain/settle-payment.ts'

/**
 * Adds what is told to what is known of a payment, and moves the credits that follow. The row must
 * be locked.
 */
export async function settle(
  transaction: Database,
  payment: PaymentRow,
  { message, at }: { message: PaymentMessage; at: Date },
): Promise<PaymentOutcome> {
  const facts = learn(factsOf(payment), message, at.getTime())
  const due = settlePayment(payment, facts)
  const isGrant = due.isPaid && payment.paid_at === null
  const change = due.takenBack - payment.taken_back

  const of = { accountId: payment.account_id, paymentId: payment.id }
  if (isGrant) await grantPurchase(transaction, { ...of, credits: payment.credits })
  if (change > 0) await takeBack(transaction, { ...of, credits: change })
  if (change < 0) await giveBack(transaction, { ...of, credits: -change })
  await updatePayment(transaction, payment.id, {
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

/** Before it is paid, the status is how far the checkout has come. */
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
