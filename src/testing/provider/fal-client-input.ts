import { catalogue } from '#catalogue/catalogue.ts'
import type { Model } from '#catalogue/model.ts'
import { parseInput } from '#catalogue/parse-input.ts'
import { priceOf } from '#catalogue/price.ts'
import { type FileFor, modelInput } from './model-input.ts'

/**
 * A body in fal's own words, as a program would send it to an endpoint; whose model that is, and
 * what it costs.
 */
export type FalInput = { model: Model; input: Record<string, unknown>; price: number }

/** Every endpoint of the catalogue. */
export const falEndpoints: readonly string[] = catalogue.flatMap(({ endpoints }) => [...endpoints])

/**
 * What the model's form starts with, and `own` of it, where its provider has such an input. Throws
 * without a model there.
 */
export function inputFor(
  endpoint: string,
  own: Record<string, unknown> = {},
  fileFor: FileFor = () => 'https://files.example/nothing',
): FalInput {
  const model = catalogue.find(({ endpoints }) => endpoints.includes(endpoint))
  if (!model) throw new Error(`No model answers at ${endpoint}`)
  const parsed = parseInput(model, modelInput(model, fileFor, { own, endpoint }))
  if (!parsed.ok) throw new Error(`Nothing can be sent to ${endpoint}`)
  return {
    model,
    input: model.toProvider(parsed.input),
    price: priceOf(model, parsed.input).credits,
  }
}
