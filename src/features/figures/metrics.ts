import type { AddedMetrics } from '#core/meter.ts'
import { findNewestDay } from './queries.ts'
import { allModels } from './rules.ts'

/** Gauges of the newest day (UTC), which the scheduled job computes; without one they have no value. */
export const dayMetrics: AddedMetrics = (make) => {
  const credits = make(
    'atelier_day_credits',
    'Credits of the ledger’s entries of this day (UTC) by their reason, with their sign.',
    ['reason'],
  )
  const money = make(
    'atelier_day_money',
    'What was paid, refunded and disputed on this day (UTC) without tax, and its tax, in the currency’s smallest unit.',
    ['currency', 'what'],
  )
  const generations = make(
    'atelier_day_generations',
    'Generations that were started on this day (UTC) by how they stand.',
    ['status'],
  )
  const active = make('atelier_day_active_accounts', 'Accounts that started something this day.')
  const signUps = make('atelier_day_sign_ups', 'Accounts that were created this day.')
  const bytes = make('atelier_stored_bytes', 'Stored files when they were last measured this day.')

  return async (database) => {
    const day = await findNewestDay(database).catch(() => null)
    for (const gauge of [credits, money, generations, active, signUps, bytes]) gauge.reset()
    if (!day) return
    for (const [reason, sum] of Object.entries(day.credits)) credits.set({ reason }, sum.credits)
    for (const [currency, sums] of Object.entries(day.money))
      for (const what of ['paid', 'refunded', 'disputed', 'tax'] as const)
        money.set({ currency, what }, sums[what] ?? 0)
    const sum = allModels(day.models)
    for (const status of ['open', 'completed', 'partial', 'failed'] as const)
      generations.set({ status }, sum[status])
    active.set(day.active)
    signUps.set(day.signUps)
    if (day.storage) bytes.set(day.storage.bytes)
  }
}
