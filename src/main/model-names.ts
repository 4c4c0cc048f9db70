import { knownModels } from '#catalogue/catalogue.ts'
import type { Config } from './config.ts'
import { closestName } from './unknown-names.ts'

/**
 * Returns a message for each name in `PRICE_OVERRIDES` and `ENDPOINT_OVERRIDES` that no model has: it
 * would be ignored, with its price or address. The models must have been loaded.
 */
export function findUnknownModelNames({
  prices,
  ENDPOINT_OVERRIDES: endpoints = {},
}: Pick<Config, 'prices' | 'ENDPOINT_OVERRIDES'>): string[] {
  const models = knownModels()
  const priced = models.flatMap(({ id, price }) => [
    id,
    ...Object.keys(price.base).map((tier) => `${id}.${tier}`),
  ])
  return [
    ...unknown('PRICE_OVERRIDES', prices, priced),
    ...unknown(
      'ENDPOINT_OVERRIDES',
      endpoints,
      models.flatMap((model) => model.endpoints),
    ),
  ]
}

function unknown(variable: string, given: object, known: readonly string[]): string[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => `${variable}: “${name}” is unknown; did you mean “${closestName(name, known)}”?`)
}
