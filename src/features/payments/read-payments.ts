import { olderPage, streamPages } from '#core/accounts/find-accounts.ts'
import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import { listPaymentEvents, listStrayEvents, searchPayments } from './admin-queries.ts'
import type { PaymentRow } from './payment-queries.ts'
import { findPayment, listAllPayments, listPayments } from './payment-queries.ts'
import type { PaymentRefundRow } from './refund-queries.ts'
import { listRefunds, listRefundsOf } from './refund-queries.ts'

type Context = Parts<'database'>

/** The maximum number of payments in a list. */
const listed = 100

/**
 * Returns one of the account's own payments. Throws `Refused` `not_found`, also for another's.
 */
export async function readPayment(
  { database }: Context,
  { id, accountId }: { id: string; accountId: string },
): Promise<PaymentRow> {
  const found = isId(id) ? await findPayment(database, { id, accountId }) : undefined
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}

/** Returns the account's payments, newest first, at most 100. */
export function readPayments({ database }: Context, accountId: string): Promise<PaymentRow[]> {
  return listPayments(database, accountId, listed)
}

/** How many payments operators see at once. */
const paymentsShown = 25

/**
 * Returns payments with the provider's events of each, newest first; `text`: an id, or the
 * account's e-mail address; `before`: the id of a payment, for older ones.
 */
export async function readAllPayments(
  { database }: Context,
  { text, before }: { text: string; before: string | null },
) {
  const id = isId(text) ? text : null
  const limit = paymentsShown + 1
  const found = await searchPayments(database, { text, id, before, limit }).execute()
  const page = olderPage(found, paymentsShown)
  const ids = page.rows.map((payment) => payment.id)
  const [events, refunds, stray] = await Promise.all([
    listPaymentEvents(database, ids),
    listRefundsOf(database, ids),
    text === '' && before === null ? listStrayEvents(database, paymentsShown).execute() : [],
  ])
  return { payments: page.rows, events, refunds, stray, before: page.before }
}

/** Reads the payments that `readAllPayments` finds in batches. */
export function streamPayments({ database }: Context, text: string) {
  const id = isId(text) ? text : null
  return streamPages((before, limit) =>
    searchPayments(database, { text, id, before, limit }).execute(),
  )
}

/** Returns the account's payments for its export, without who requested refunds. */
export async function exportPayments(database: Database, accountId: string) {
  const payments = await listAllPayments(database, accountId)
  const paymentIds = payments.map(({ id }) => id)
  const refunds = await listRefunds(database, { accountId, paymentIds })
  return payments.map((payment) => describePayment(payment, refunds))
}

/** Describes a payment with the refunds of it that were requested. */
function describePayment(payment: PaymentRow, refunds: PaymentRefundRow[]) {
  const { id, pack, credits, amount, currency, total, tax, status, amount_refunded } = payment
  const { created_at, paid_at } = payment
  return {
    ...{ id, pack, credits, amount, currency, total, tax, status, amount_refunded },
    ...{ created_at, paid_at },
    invoice: payment.invoice && { url: payment.invoice.url, pdf: payment.invoice.pdf },
    refunds: refunds
      .filter((refund) => refund.payment_id === id)
      .map((refund) => ({
        ...{ id: refund.id, amount: refund.amount, state: refund.state },
        created_at: refund.created_at,
      })),
  }
}
