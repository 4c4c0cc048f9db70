import type { GenerationView } from '#core/generations/generation-contract.ts'
import { findModel, listModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { readSeed } from '#core/models/rules/seed.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'

/** A page of the product and the query that fills its form. */
export type FormAddress = { to: string; query: Record<string, string> }

type FormInput = Pick<GenerationView, 'id' | 'generation_type' | 'model' | 'input' | 'is_public'>

/**
 * The form of a generation, filled in with its whole input, and with the generation as the parent.
 * Files are given by their addresses. A requested seed is included; a random one is not.
 */
export function formAddress({
  id,
  generation_type,
  model,
  input,
  is_public,
}: FormInput): FormAddress {
  const parameters = Object.entries(input).flatMap(([name, value]) => {
    const text = textOf(value)
    return text === undefined ? [] : [[name, text] as const]
  })
  const query = {
    model,
    ...noSeed(model, generation_type, input),
    ...Object.fromEntries(parameters),
  }
  return {
    to: formPath({ generationType: generation_type, model }),
    query: { ...query, is_public: String(is_public), parent: id },
  }
}

/** Where a form starts with a seed, the address has to say that none was requested. */
function noSeed(
  model: string,
  generationType: string,
  input: Record<string, unknown>,
): Record<string, string> {
  const startsWith = findModel(model, generationType)?.fields.seed?.initially
  return startsWith === undefined || readSeed(input.seed) !== undefined ? {} : { seed: '' }
}

/** Lists are lists of addresses, which contain no commas. */
function textOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(',')
  return value === null || value === undefined || typeof value === 'object'
    ? undefined
    : String(value)
}

/**
 * The offered model of a kind that an address names, by its id or by its generation type; among
 * several with one name (flux-dev draws from text and from images) the one of `generationType`.
 */
export function findForm(kind: Kind, name: string, generationType?: string): Model | undefined {
  const named = listModels().filter(
    (model) =>
      model.kind === kind && !model.hidden && (model.id === name || model.generationType === name),
  )
  return named.find((model) => model.generationType === generationType) ?? named[0]
}
