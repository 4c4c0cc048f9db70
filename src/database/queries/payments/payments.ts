import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import type { PaymentRow } from '../../tables.ts'

/** A purchase that begins: no money has moved yet. `amount` in the currency's smallest unit. */
export type NewPayment = {
  id: string
  accountId: string
  pack: string
  credits: number
  amount: number
  currency: string
  returnTo: string
}

/**
 * Records a purchase unless the account began `most` within the last minutes and paid none of them;
 * exact, however many begin at once. `false`: it did, or it is deleted, and nothing was written.
 */
export function beginPayment(
  database: Database,
  payment: NewPayment,
  { most, minutes }: { most: number; minutes: number },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom('account')
      .select('id')
      .where('id', '=', payment.accountId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || (await countOpenCheckouts(transaction, payment.accountId, minutes)) >= most)
      return false
    await insertPayment(transaction, payment)
    return true
  })
}

export async function insertPayment(database: Database, payment: NewPayment): Promise<void> {
  const { id, pack, credits, amount, currency } = payment
  await database
    .insertInto('payment')
    .values({
      ...{ id, pack, credits, amount, currency },
      account_id: payment.accountId,
      return_to: payment.returnTo,
    })
    .execute()
}

/** The payment provider has a checkout for it. An event that came first may have told already. */
export async function recordCheckout(
  database: Database,
  id: string,
  checkoutId: string,
): Promise<void> {
  await database
    .updateTable('payment')
    .set({ checkout_id: checkoutId, updated_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .where('checkout_id', 'is', null)
    .execute()
}

/** How many checkouts an account began within the last minutes and has not paid. */
async function countOpenCheckouts(
  database: Database,
  accountId: string,
  minutes: number,
): Promise<number> {
  const { count } = await database
    .selectFrom('payment')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('paid_at', 'is', null)
    .where('created_at', '>', sql<Date>`now() - ${minutes} * interval '1 minute'`)
    .executeTakeFirstOrThrow()
  return count
}

/** One of the account's own payments. */
export function findPayment(
  database: Database,
  { id, accountId }: { id: string; accountId: string },
): Promise<PaymentRow | undefined> {
  return database
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** An account's payments, newest first. */
export function listPayments(
  database: Database,
  accountId: string,
  limit: number,
): Promise<PaymentRow[]> {
  return database
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
