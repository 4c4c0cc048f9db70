import type { Database } from '#platform/database/database.ts'
import {
  countChange,
  insertVersion,
  isRowOf,
  listModelRows,
  listVersions,
  lockModels,
  type ModelKey,
  setVersion,
} from './queries.ts'
import { builtIns } from './rules/catalogue.ts'
import type { ModelRow } from './tables.ts'

/** A definition from the product or from a file. `definition`: `null` for code. */
export type SyncedModel = ModelKey & { definition: object | null; reason: string }

type Sync = {
  source: 'built-in' | 'file'
  author: string
  models: readonly SyncedModel[]
  /** Whether a model that is not among them keeps what it had from this source. */
  keeps?: (reason: string) => boolean
}

/** Records the definitions of this release; a changed one is a new version. */
export function syncBuiltIns(database: Database): Promise<boolean> {
  const models = builtIns.map(({ model: { id, generationType }, definition }) => ({
    ...{ id, generationType, definition },
    reason: 'release',
  }))
  return syncModels(database, { source: 'built-in', author: 'atelier', models })
}

/**
 * Makes the models of one source those that it has now, in one transaction. Models that it no longer
 * has keep their versions, for the records made with them. Returns whether anything changed.
 */
export function syncModels(
  database: Database,
  { source, author, models, keeps = () => false }: Sync,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockModels(transaction)
    const rows = await listModelRows(transaction)
    const versions = await listVersions(transaction)
    const storedOf = (row: ModelRow | undefined) =>
      versions.find(
        ({ model, generation_type, version }) =>
          model === row?.id &&
          generation_type === row.generation_type &&
          version === versionOf(row, source),
      )
    const changed = models.filter((model) => {
      const stored = storedOf(rows.find((row) => isRowOf(row, model)))
      return !stored || JSON.stringify(stored.definition) !== JSON.stringify(model.definition)
    })
    for (const model of changed)
      await insertVersion(transaction, { ...model, source, author }, { isEnabled: true })
    const gone = rows.filter((row) => {
      const stored = storedOf(row)
      return stored && !keeps(stored.reason) && !models.some((model) => isRowOf(row, model))
    })
    for (const { id, generation_type: generationType } of gone)
      await setVersion(transaction, { id, generationType }, source, null)
    const isChanged = changed.length + gone.length > 0
    if (isChanged) await countChange(transaction)
    return isChanged
  })
}

function versionOf(row: ModelRow, source: Sync['source']): number | null {
  return source === 'file' ? row.file_version : row.built_in_version
}
