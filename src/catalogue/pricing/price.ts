import type { Credits, Model, Surcharge } from '../model.ts'

/** An operator's own base prices in credits, by `model` or `model.tier`. */
export type PriceOverrides = Record<string, Credits>

/**
 * A price and how it came about: base × quantity × surcharges, rounded once. All amounts in whole
 * credits.
 */
export type Price = {
  credits: Credits
  base: Credits
  unit: 'image' | 'job'
  quantity: number
  surcharges: Surcharge[]
}

/**
 * What a parsed input costs. The form shows this, the server charges exactly this, the receipt
 * repeats it (docs/spec/money.md#prices). Surcharges are multiplied in whole percents, so the one
 * rounding is exact.
 */
export function priceOf(
  model: Model,
  input: Record<string, unknown>,
  overrides: PriceOverrides = {},
): Price {
  const tier = model.price.tier(input)
  const base = overrides[`${model.id}.${tier}`] ?? overrides[model.id] ?? model.price.base[tier]
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
  }
}
