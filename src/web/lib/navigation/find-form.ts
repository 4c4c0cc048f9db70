import { catalogue } from '#catalogue/catalogue.ts'
import type { Kind } from '#catalogue/kinds.ts'
import type { Model } from '#catalogue/model.ts'

/**
 * The offered model of a kind that somebody named, by its id or by its generation type; among
 * several with one name (flux-dev draws from words and from pictures) the one of `generationType`.
 */
export function findForm(kind: Kind, name: string, generationType?: string): Model | undefined {
  const named = catalogue.filter(
    (model) =>
      model.kind === kind && !model.hidden && (model.id === name || model.generationType === name),
  )
  return named.find((model) => model.generationType === generationType) ?? named[0]
}
