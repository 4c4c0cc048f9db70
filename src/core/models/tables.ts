import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Difference } from './import/compare-definition.ts'

/** Where a definition comes from: the product, a file in `MODELS_DIR`, or an operator. */
export type ModelSource = 'built-in' | 'file' | 'operator'

/** Every definition that a model has had. Rows never change. `definition`: `null` for code. */
type ModelVersionTable = {
  model: string
  generation_type: string
  version: number
  source: ModelSource
  definition: JSONColumnType<Record<string, unknown>> | null
  author: string
  reason: string
  created_at: Generated<Date>
}

/**
 * The models, each with the newest version of each source that it has now. The file's counts before
 * the operator's, that before the built-in one; a model without any was deleted.
 */
type ModelTable = {
  id: string
  generation_type: string
  is_enabled: boolean
  built_in_version: number | null
  file_version: number | null
  operator_version: number | null
  created_at: Generated<Date>
}

/**
 * The newest comparison of a model with its provider's documents. `baseline`: the differences that
 * the version began with; `null`: its documents could not be read yet. `changes`: those since.
 */
type SchemaCheckTable = {
  model: string
  generation_type: string
  version: number
  baseline: JSONColumnType<Difference[]> | null
  changes: JSONColumnType<Difference[]>
  changed_at: Date | null
  attempted_at: Date
}

/** Counts the changes of models. */
type CatalogueRevisionTable = {
  singleton: Generated<boolean>
  revision: number
  /** The ids of those that are configured, in order, with spaces between. */
  providers: Generated<string>
}

export type ModelRow = Selectable<ModelTable>

export type ModelVersionRow = Selectable<ModelVersionTable>

export type SchemaCheckRow = Selectable<SchemaCheckTable>

/** How long jobs of models with several providers took, for an hour. */
type ProviderRunTable = {
  model: string
  provider: string
  took_ms: number
  ended_at: Generated<Date>
}

declare module '#platform/database/tables.ts' {
  interface Tables {
    provider_run: ProviderRunTable
    model: ModelTable
    model_version: ModelVersionTable
    catalogue_revision: CatalogueRevisionTable
    schema_check: SchemaCheckTable
  }
}
