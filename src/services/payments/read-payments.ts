import { findPayment, listPayments } from '#database/queries/payments.ts'
import type { PaymentRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'

/** How many payments one list has. */
const listed = 100

/**
 * One of the account's own payments. Throws `Refused` with `not_found`, also for somebody else's.
 */
export async function readPayment(
  { database }: ServiceContext,
  { id, accountId }: { id: string; accountId: string },
): Promise<PaymentRow> {
  const found = isId(id) ? await findPayment(database, { id, accountId }) : undefined
  if (!found) throw new Refused({ reason: 'not_found' })
  return found
}

/** The account's payments, newest first, at most 100. */
export function readPayments(
  { database }: ServiceContext,
  accountId: string,
): Promise<PaymentRow[]> {
  return listPayments(database, accountId, listed)
}
