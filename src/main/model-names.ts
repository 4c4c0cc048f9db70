import { knownModels } from '#core/models/rules/catalogue.ts'
import { priceNames } from '#core/models/rules/price.ts'
import type { Config } from './config.ts'
import { closestName } from './unknown-names.ts'

/**
 * Returns a message for each name in `PRICE_OVERRIDES` and `ENDPOINT_OVERRIDES` that no model has: it
 * would be ignored, with its price or address. The models must have been loaded.
 */
export function findUnknownModelNames({
  settings: { environment },
  ENDPOINT_OVERRIDES: endpoints = {},
}: Pick<Config, 'settings' | 'ENDPOINT_OVERRIDES'>): string[] {
  const models = knownModels()
  const priced = models.flatMap(priceNames)
  return [
    ...unknown('PRICE_OVERRIDES', environment.model_prices ?? {}, priced),
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
