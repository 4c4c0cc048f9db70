import type { Credits } from '#core/models/rules/model.ts'

type Overrides = Readonly<Record<string, Credits>>

/** A price to change. `tiers`: all of the model's. `credits`: `null` for that of the definition. */
type PriceChange = {
  model: string
  tiers: readonly string[]
  tier: string
  credits: Credits | null
}

/**
 * Returns the setting `model_prices` with the price of one tier changed. One that counts for the
 * whole model (`{"flux-dev": 25}`) is written for each of its other tiers, whose prices stay.
 */
export function changePrice(
  overrides: Overrides,
  { model, tiers, tier, credits }: PriceChange,
): Record<string, Credits> {
  const { [model]: whole, ...others } = overrides
  const changed: Record<string, Credits> = others
  const isOnly = tiers.every((each) => each === tier)
  const name = isOnly ? model : `${model}.${tier}`
  if (whole !== undefined && !isOnly)
    for (const each of tiers) changed[`${model}.${each}`] ??= whole
  delete changed[`${model}.${tier}`]
  return credits === null ? changed : { ...changed, [name]: credits }
}
