import type { z } from 'zod'
import { catalogue } from '#catalogue/catalogue.ts'
import type { QuoteRequest } from '#contract/generation.ts'
import { type Chosen, chooseModel } from '#services/generations/starting/choose-model.ts'
import { Refused } from '#services/refused.ts'
import { createEndpoints } from '../create/create-endpoints.ts'

/**
 * The model whose price is asked. The type may stand beside the model or in the input, as in a
 * create call. Throws `Refused`: `invalid_generation_type`, `unknown_model`, `invalid_input` when
 * neither model nor type is named.
 */
export function chooseQuoted({
  model: id,
  generation_type: type,
  input,
}: z.infer<typeof QuoteRequest>): Chosen {
  for (const { kind, typeField } of createEndpoints) {
    const given = typeField && input[typeField]
    if (typeof given === 'string') return chooseModel({ kind, type: given, model: id }, input)
  }
  if (id === undefined && type === undefined) {
    throw new Refused({
      reason: 'invalid_input',
      problems: [{ field: 'model', problem: 'required' }],
    })
  }
  const named = catalogue.find((model) => model.id === id)
  const meant =
    type === undefined ? named : catalogue.find(({ generationType }) => generationType === type)
  if (!meant && type === undefined) throw new Refused({ reason: 'unknown_model', model: id ?? '' })
  return chooseModel({ kind: meant?.kind ?? named?.kind ?? 'image', type, model: id }, input)
}
