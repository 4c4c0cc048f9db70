import { type AllowedModels, isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'

/** A name by which clients reach a model, and its variants. */
export type NamedModel = { name: string; models: readonly [Model, ...Model[]] }

/** Returns the models of some kinds that an account may use, by their ids and the operator's aliases. */
export function listNamedModels(
  aliases: Readonly<Record<string, string>>,
  { kinds, allowed }: { kinds: readonly Kind[]; allowed: AllowedModels },
): NamedModel[] {
  const usable = listModels().filter(
    ({ id, kind }) => kinds.includes(kind) && isModelAllowed(allowed, id),
  )
  const byId = Map.groupBy(usable, ({ id }) => id)
  const names = new Map([...byId.keys()].map((id) => [id, id]))
  for (const [alias, id] of Object.entries(aliases)) if (!names.has(alias)) names.set(alias, id)
  return [...names].flatMap(([name, id]) => {
    const [first, ...others] = byId.get(id) ?? []
    return first ? [{ name, models: [first, ...others] as const }] : []
  })
}
