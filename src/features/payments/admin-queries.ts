import { type Kysely, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** Counts beyond this are not exact, so that reading them costs the same in any database. */
const countLimit = 1_000

/** The lowest id of version 7 that was created `interval` ago. */
const idSince = (interval: string) => sql<string>`(lpad(to_hex(
  (extract(epoch from now() - ${interval}::interval) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`

/** Counts the payments that were begun on the last day, up to `countLimit` in all. */
export function countNewPayments(database: Database): Promise<{ status: string; count: number }[]> {
  return database
    .selectFrom((newest) =>
      newest
        .selectFrom('payment')
        .select('status')
        .where('id', '>=', idSince('1 day'))
        .orderBy('id', 'desc')
        .limit(countLimit)
        .as('newest'),
    )
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
}

/** `before`: only payments with lower ids, which are older. */
type PaymentSearch = { text: string; id: string | null; before: string | null; limit: number }

/**
 * Payments of any account, newest first; the account's e-mail address, or the payment's id here or
 * at the payment provider, filters them.
 */
export function searchPayments(
  database: Kysely<Tables>,
  { text, id, before, limit }: PaymentSearch,
) {
  return database
    .selectFrom('payment')
    .innerJoin('account', 'account.id', 'payment.account_id')
    .selectAll('payment')
    .select('account.email')
    .$if(text.includes('@'), (query) =>
      query.where(
        sql<boolean>`payment.account_id in (select id from account where lower(email) = ${text.toLowerCase()})`,
      ),
    )
    .$if(text !== '' && !text.includes('@'), (query) =>
      query.where((where) =>
        where.or([
          where('payment.checkout_id', '=', text),
          where('payment.intent_id', '=', text),
          where('payment.id', '=', id),
        ]),
      ),
    )
    .$if(before !== null, (query) => query.where('payment.id', '<', before ?? ''))
    .orderBy('payment.id', 'desc')
    .limit(limit)
}

/** Returns the payment provider's events of several payments, oldest first. */
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

/** Returns events that belong to no payment here, newest first. */
export function listStrayEvents(database: Kysely<Tables>, limit: number) {
  return database
    .selectFrom('payment_event')
    .select(['id', 'type', 'payment_id', 'outcome', 'detail', 'created_at', 'received_at'])
    .where('payment_id', 'is', null)
    .where('outcome', '<>', 'ignored')
    .orderBy('received_at', 'desc')
    .limit(limit)
}
