import type { Credits, Model, Surcharge } from './model.ts'

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

/** One price for one job. */
export const perJob = (credits: Credits) => ({
  base: { any: credits },
  unit: 'job' as const,
  tier: () => 'any',
  quantity: () => 1,
})

/** Something the form says beside the settings: a surcharge, or that so many steps take long. */
export type Warning = Surcharge | { reason: 'many-steps'; above: number }

/** Above this many steps a video is said to take long (docs/spec/creation.md#models). */
const manySteps = 35

/** What a form warns of for these values; only with values the model would take. */
export function warningsOf(model: Model, input: Record<string, unknown>): Warning[] {
  const surcharges = model.price.surcharges?.(input) ?? []
  const steps = model.kind === 'video' ? input.num_inference_steps : 0
  const isSlow = typeof steps === 'number' && steps > manySteps
  return [...surcharges, ...(isSlow ? [{ reason: 'many-steps' as const, above: manySteps }] : [])]
}
