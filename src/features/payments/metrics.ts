import type { AddedMetrics } from '#core/meter.ts'
import { countNewPayments } from './admin-queries.ts'
import { paymentStatuses } from './settle-rules.ts'

/** A gauge of the newest payments; without the database it has no value. */
export const paymentMetrics: AddedMetrics = (make) => {
  const payments = make(
    'atelier_payments_last_day',
    'Payments begun on the last day by how they stand, up to 1,000 of them.',
    ['status'],
  )
  return async (database) => {
    const counted = await countNewPayments(database).catch(() => null)
    payments.reset()
    if (!counted) return
    for (const status of paymentStatuses) payments.set({ status }, 0)
    for (const { status, count } of counted) payments.set({ status }, count)
  }
}
