import type { Credits, Model, Surcharge } from './model.ts'

/**
 * How an operator changes the prices of the catalogue. `percent`: of each base price, 100 where it
 * stays; `models`: base prices in credits by `model` or `model.tier`, which the percentage does not
 * change.
 */
export type Prices = { percent: number; models: Readonly<Record<string, Credits>> }

/** The names that own prices of a model can have. */
export function priceNames({ id, price }: Model): string[] {
  return [id, ...Object.keys(price.base).map((tier) => `${id}.${tier}`)]
}

/** The prices of the catalogue. */
export const cataloguePrices: Prices = { percent: 100, models: {} }

/**
 * The base price of a tier. `undefined`: the model has none for it. Free stays free, and nothing
 * else becomes free by rounding.
 */
export function basePriceOf(model: Model, tier: string, prices: Prices): Credits | undefined {
  const own = prices.models[`${model.id}.${tier}`] ?? prices.models[model.id]
  const base = model.price.base[tier]
  if (own !== undefined || !base) return own ?? base
  return Math.max(1, Math.round((base * prices.percent) / 100))
}

/**
 * A price and its parts: base × quantity × surcharges, rounded once. All amounts in whole credits.
 */
export type Price = {
  credits: Credits
  base: Credits
  unit: 'image' | 'job'
  quantity: number
  surcharges: Surcharge[]
  /** Less may be paid in the end: the provider says what the job used. */
  isMost: boolean
}

/**
 * The price of a parsed input. The form shows it, the server charges exactly it, the receipt
 * repeats it (docs/spec/money.md#prices). Surcharges are multiplied in whole percents, so that only
 * one rounding is needed.
 */
export function priceOf(
  model: Model,
  input: Record<string, unknown>,
  prices: Prices = cataloguePrices,
): Price {
  const tier = model.price.tier(input)
  const base = basePriceOf(model, tier, prices)
  if (base === undefined) throw new Error(`${model.id} has no price for the tier ${tier}`)

  const quantity = model.price.quantity(input)
  const surcharges = model.price.surcharges?.(input) ?? []
  const hundredths = surcharges.reduce((product, { percent }) => product * percent, base * quantity)
  return {
    credits: Math.round(hundredths / 100 ** surcharges.length),
    base,
    unit: model.price.unit,
    quantity,
    surcharges,
    isMost: model.price.metered !== undefined,
  }
}

/** One price for one job. */
export const perJob = (credits: Credits) => ({
  base: { any: credits },
  unit: 'job' as const,
  tier: () => 'any',
  quantity: () => 1,
})

/** A note of the form beside the settings: a surcharge, or that this many steps take long. */
export type Warning = Surcharge | { reason: 'many-steps'; above: number }

/** Above this many steps the form says that a video takes long (docs/spec/creation.md#models). */
const manySteps = 35

/** The notes of a form for these values; none for values that the model rejects. */
export function warningsOf(model: Model, input: Record<string, unknown>): Warning[] {
  const surcharges = model.price.surcharges?.(input) ?? []
  const steps = model.kind === 'video' ? input.num_inference_steps : 0
  const isSlow = typeof steps === 'number' && steps > manySteps
  return [...surcharges, ...(isSlow ? [{ reason: 'many-steps' as const, above: manySteps }] : [])]
}
