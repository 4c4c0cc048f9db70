import { builtInModels } from '#catalogue/catalogue.ts'
import type { ModelsView } from '#contract/models.ts'
import type { StoredModel } from './load-models.ts'

/** As the pages of this release have them, without asking. */
let published: ModelsView = { revision: 0, models: [] }
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

/** Publishes the models that this process uses from now on. */
export function publishModels(revision: number, stored: readonly StoredModel[]): void {
  const models = stored.flatMap(({ row, version, source, model }) =>
    version && model
      ? [
          {
            id: row.id,
            generation_type: row.generation_type,
            version: model.version,
            is_offered: row.is_enabled,
            definition: source === 'built-in' ? null : version.definition,
          },
        ]
      : [],
  )
  const isReleased =
    models.length === builtInModels.length &&
    models.every(({ is_offered, definition }) => is_offered && definition === null)
  published = { revision: isReleased ? 0 : revision, models }
  for (const listener of listeners) listener(published.revision)
}
