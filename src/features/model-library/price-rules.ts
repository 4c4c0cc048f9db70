import type { UnpricedDefinition } from '#core/models/import/import-definition.ts'
import type { ListedPrice } from './list-rules.ts'

/** Units that are one result, whatever is asked for. */
const results = new Set(['image', 'video', 'audio', 'request', 'generation', 'job', 'call', 'run'])

/** Units of the result's length, in seconds. */
const lengths: Readonly<Record<string, number>> = { second: 1, video_second: 1, minute: 60 }

/** The highest price of one result that is proposed, in credits. */
const mostCredits = 1_000_000

/**
 * Proposes the credits of one result that cover what the provider charges for it: of a length, for
 * the longest that the form has. `creditValue`: what a credit is worth in the provider's currency.
 * `undefined`: the provider charges by something that the form does not decide, or nothing.
 */
export function proposeCredits(
  price: ListedPrice,
  creditValue: number,
  model: UnpricedDefinition,
): number | undefined {
  const units = unitsOf(price.unit, model)
  if (units === undefined || !(creditValue > 0)) return undefined
  // Without the errors of binary fractions: 0.3 / 0.1 is 2.9999…
  const credits = Math.ceil(Number(((price.amount * units) / creditValue).toPrecision(12)))
  return credits >= 1 && credits <= mostCredits ? credits : undefined
}

/** How many units one result costs. */
function unitsOf(name: string, model: UnpricedDefinition): number | undefined {
  const unit = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
    .replace(/s$/, '')
  // An image is what is counted of images alone.
  if (results.has(unit)) return unit === 'image' && model.result !== 'images' ? undefined : 1
  const length = Object.hasOwn(lengths, unit) ? lengths[unit] : undefined
  const longest = longestOf(model)
  return length === undefined || longest === undefined ? undefined : longest / length
}

/** The longest result that the form can ask for, in seconds. */
function longestOf({ fields, seconds }: UnpricedDefinition): number | undefined {
  const field = typeof seconds === 'string' ? fields[seconds] : undefined
  if (field?.control === 'choice') return Math.max(...field.options.map(Number))
  if (field?.control === 'integer' || field?.control === 'decimal') return field.max
  return undefined
}
