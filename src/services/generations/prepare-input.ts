import { catalogue, findModel, offeredModels } from '#catalogue/catalogue.ts'
import type { Model } from '#catalogue/model.ts'
import { parseInput } from '#catalogue/parse-input.ts'
import { type Price, type PriceOverrides, priceOf } from '#catalogue/price.ts'
import { Refused } from '../refused.ts'

export type Prepared = { model: Model; input: Record<string, unknown>; price: Price }

type Asked = { model?: string | undefined; generationType?: string; medium: 'image' | 'video' }

/** The model a create call means: by type, then by id; the first one of its type when it names none. */
export function chooseModel({ model, generationType, medium }: Asked): Model {
  const known = catalogue.some((candidate) => candidate.generationType === generationType && candidate.kind === medium)
  if (generationType !== undefined && !known) throw new Refused({ reason: 'invalid_generation_type', medium })

  const chosen = model ? findModel(model, generationType) : offeredModels(generationType ?? '')[0]
  if (!chosen) throw new Refused({ reason: 'unknown_model', model: model ?? '' })
  return chosen
}

/** Checks the input against its model and prices it. Throws `Refused` with every problem at once. */
export function prepareInput(model: Model, raw: Record<string, unknown>, overrides: PriceOverrides): Prepared {
  const parsed = parseInput(model, raw)
  if (!parsed.ok) throw new Refused({ reason: 'invalid_input', problems: parsed.problems })
  return { model, input: parsed.input, price: priceOf(model, parsed.input, overrides) }
}
