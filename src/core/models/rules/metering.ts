import type { Credits, Model } from './model.ts'
import { priceOf } from './price.ts'

/** What a provider counts of a job: a unit, and how it is written in the definition of a model. */
export const usageUnits = ['tokens', 'seconds', 'units'] as const
export type UsageUnit = (typeof usageUnits)[number]

/** How much of each unit a job used, as its provider said at the end. */
export type Usage = Partial<Record<UsageUnit, number>>

/** What a job used of the unit that its model is paid by. */
export type Used = { unit: UsageUnit; amount: number }

/** More is taken for a mistake of the provider. */
const maxAmount = 1e12

/**
 * What a job of this model used of the unit that it is paid by. `null`: its price is known before it
 * starts, or the provider has not said a usable number.
 */
export function usedOf({ price }: Model, usage: Usage | undefined): Used | null {
  const unit = price.metered?.unit
  const amount = unit && usage?.[unit]
  if (unit === undefined || amount === undefined) return null
  return amount >= 0 && amount <= maxAmount ? { unit, amount } : null
}

/** Usage is counted to a thousandth of a unit. */
const parts = 1_000

/**
 * What a job costs for what it used, in whole credits, rounded up and never more than was charged.
 * Where another price than the catalogue's was charged, each unit costs as much less or more.
 */
export function creditsFor(
  model: Model,
  { input, charged }: { input: Record<string, unknown>; charged: Credits },
  { amount }: Used,
): Credits {
  const { metered } = model.price
  const listed = priceOf(model, input).credits
  if (!metered || listed === 0) return charged
  const used = BigInt(Math.ceil(amount * parts)) * BigInt(metered.credits) * BigInt(charged)
  const perCredit = BigInt(metered.per) * BigInt(listed) * BigInt(parts)
  const due = (used + perCredit - 1n) / perCredit
  return due < BigInt(charged) ? Number(due) : charged
}
