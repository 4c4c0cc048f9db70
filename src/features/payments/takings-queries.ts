import { type Kysely, sql } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import { moneyBetween, type PaymentHistory } from './takings-rules.ts'

type Connection = Kysely<Tables>

/**
 * Reads what was paid, refunded and disputed from a moment until before another, by currency. Payments and
 * their events are in different places of a cluster, so they are joined here.
 */
export async function readTakings(
  database: Connection,
  { start, end }: { start: Date; end: Date },
) {
  const events = await database
    .selectFrom('payment_event')
    .select('payment_id')
    .distinct()
    .where('payment_id', 'is not', null)
    .where('received_at', '>=', start)
    .where('received_at', '<', end)
    .execute()
  const paid = await database
    .selectFrom('payment')
    .select('id')
    .where('paid_at', '>=', start)
    .where('paid_at', '<', end)
    .execute()
  const ids = new Set([...paid.map(({ id }) => id), ...events.map((row) => row.payment_id ?? '')])
  const histories = await readHistories(database, [...ids])
  return moneyBetween(histories, start.getTime(), end.getTime())
}

async function readHistories(database: Connection, ids: string[]): Promise<PaymentHistory[]> {
  if (ids.length === 0) return []
  const isOne = sql<boolean>`= any (${ids}::uuid[])`
  const [payments, events] = await Promise.all([
    database
      .selectFrom('payment')
      .select(['id', 'amount', 'total', 'tax', 'currency', 'paid_at'])
      .where(sql<boolean>`id ${isOne}`)
      .execute(),
    database
      .selectFrom('payment_event')
      .select(['payment_id', 'message', 'created_at', 'received_at'])
      .where(sql<boolean>`payment_id ${isOne}`)
      .where('outcome', '<>', 'differs')
      .orderBy('received_at')
      .orderBy('id')
      .execute(),
  ])
  const byPayment = Map.groupBy(events, (event) => event.payment_id)
  return payments.map(({ id, amount, total, tax, currency, paid_at }) => ({
    total: total ?? amount,
    tax,
    currency,
    paidAt: paid_at?.getTime() ?? null,
    events: (byPayment.get(id) ?? []).flatMap(({ message, created_at, received_at }) =>
      message ? [{ message, at: created_at.getTime(), receivedAt: received_at.getTime() }] : [],
    ),
  }))
}
