import { createHash } from 'node:crypto'
import type { StoredModel } from './load-models.ts'
import type { ModelsView } from './models-contract.ts'
import { builtInModels, listModels, offeredModels } from './rules/catalogue.ts'
import { kinds, typesOfKind } from './rules/kinds.ts'
import type { Model } from './rules/model.ts'

/** As the pages of this release have them, without asking. */
let published: ModelsView = { revision: 0, models: [], missing_forms: [] }
const listeners = new Set<(revision: number) => void>()

/**
 * The models of this process for pages and programs. `revision` is 0 where they are those of the
 * release, so that a page has nothing to fetch.
 */
export function publishedModels(): ModelsView {
  return published
}

/** Calls a function with the new revision whenever the models of this process change. */
export function onModelsChange(listener: (revision: number) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A model that can be used; `isOffered`: it can be started. */
export type UsableModel = Omit<StoredModel, 'model'> & { model: Model; isOffered: boolean }

/**
 * Publishes the models that this process uses from now on. `order`: the setting that they are sorted
 * by, which is part of the published revision.
 */
export function publishModels(
  revision: number,
  usable: readonly UsableModel[],
  order: readonly string[] = [],
): void {
  const models = usable.flatMap(({ row, version, source, model, isOffered }) =>
    version
      ? [
          {
            id: row.id,
            kind: model.kind,
            generation_type: row.generation_type,
            version: model.version,
            is_offered: isOffered,
            tool: model.tool?.tool ?? null,
            makes: model.makes ?? null,
            definition: source === 'built-in' ? null : version.definition,
          },
        ]
      : [],
  )
  const isReleased =
    order.length === 0 &&
    models.length === builtInModels.length &&
    models.every(({ is_offered, definition }) => is_offered && definition === null)
  published = {
    revision: isReleased ? 0 : revision + firstOrder * numberOf(order),
    models,
    missing_forms: isReleased ? [] : missingForms(),
  }
  for (const listener of listeners) listener(published.revision)
}

/** Above every revision without an order. */
const firstOrder = 2 ** 31

/** The same number for the same order in every process; 0: none is set. */
function numberOf(order: readonly string[]): number {
  if (order.length === 0) return 0
  const hash = createHash('sha256').update(JSON.stringify(order)).digest()
  return 1 + hash.readUInt16BE()
}

/** Of the models that are set: the types without one, and the built-in models that are not offered. */
function missingForms(): string[] {
  const types = kinds.flatMap(typesOfKind).filter((type) => offeredModels(type).length === 0)
  const isListed = (one: Model) =>
    listModels().some(
      ({ id, generationType: type }) => id === one.id && type === one.generationType,
    )
  const models = builtInModels.filter((model) => !isListed(model))
  return [...types, ...models.map(({ id, generationType }) => `${generationType}/${id}`)]
}
