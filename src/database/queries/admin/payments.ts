import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Payments of whoever, newest first; `email`, or the payment's own or the payment provider's id,
 * narrows them.
 */
export function searchPayments(
  database: Kysely<Tables>,
  { text, id, offset, limit }: { text: string; id: string | null; offset: number; limit: number },
) {
  return database
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .selectAll('payment')
    .select('account.email')
    .$if(text !== '', (query) =>
      query.where((where) =>
        where.or([
          sql<boolean>`lower(account.email) = ${text.toLowerCase()}`,
          where('payment.checkout_id', '=', text),
          where('payment.intent_id', '=', text),
          where('payment.id', '=', id),
        ]),
      ),
    )
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
}

/** What the payment provider told of several payments, oldest first. */
export function listPaymentEvents(database: Kysely<Tables>, paymentIds: string[]) {
  if (paymentIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('payment_event')
    .select(['id', 'type', 'payment_id', 'outcome', 'detail', 'created_at', 'received_at'])
    .where('payment_id', 'in', paymentIds)
    .orderBy('received_at')
    .limit(1000)
    .execute()
}

/** What was told that belongs to no payment here, newest first. */
export function listStrayEvents(database: Kysely<Tables>, limit: number) {
  return database
    .selectFrom('payment_event')
    .select(['id', 'type', 'payment_id', 'outcome', 'detail', 'created_at', 'received_at'])
    .where('payment_id', 'is', null)
    .where('outcome', '<>', 'ignored')
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()
}
