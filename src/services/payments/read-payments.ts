import { findPayment, listPayments } from '#database/queries/payments/payments.ts'
import type { PaymentRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'

/** The maximum number of payments in a list. */
const listed = 100

/**
 * Returns one of the account's own payments. Throws `Refused` `not_found`, also for another's.
 */
export async function readPayment(
  { database }: ServiceContext,
  { id, accountId }: { id: string; accountId: string },
): Promise<PaymentRow> {
  const found = isId(id) ? await findPayment(database, { id, accountId }) : undefined
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}

/** Returns the account's payments, newest first, at most 100. */
export function readPayments(
  { database }: ServiceContext,
  accountId: string,
): Promise<PaymentRow[]> {
  return listPayments(database, accountId, listed)
}
