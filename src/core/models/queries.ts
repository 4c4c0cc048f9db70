import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { ModelSource } from './tables.ts'

/** A model is identified by its id and its generation type. */
export type ModelKey = { id: string; generationType: string }

/** Whether a row is of this model. */
export function isRowOf(row: { id: string; generation_type: string }, key: ModelKey): boolean {
  return row.id === key.id && row.generation_type === key.generationType
}

/** A new definition; `definition`: `null` for code. */
export type NewVersion = ModelKey & {
  source: ModelSource
  definition: object | null
  author: string
  reason: string
}

/** The column of `model` with the newest version of each source. */
const columnOf = {
  'built-in': 'built_in_version',
  file: 'file_version',
  operator: 'operator_version',
} as const satisfies Record<ModelSource, string>

/** A number that grows with every change of models. */
export async function readRevision(database: Database): Promise<number> {
  const { revision } = await database
    .selectFrom('catalogue_revision')
    .select('revision')
    .executeTakeFirstOrThrow()
  return revision
}

/** Lets one transaction at a time change models. */
export async function lockModels(transaction: Database): Promise<void> {
  await transaction
    .selectFrom('catalogue_revision')
    .select('revision')
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Makes every process read the models again. */
export async function countChange(transaction: Database): Promise<void> {
  await transaction.updateTable('catalogue_revision').set({ revision: sql`revision + 1` }).execute()
}

/**
 * Records which providers are configured. Where others were before, other models can be started: the
 * revision grows, so that open pages load them.
 */
export async function recordProviders(database: Database, ids: readonly string[]): Promise<void> {
  const providers = ids.toSorted().join(' ')
  await database
    .updateTable('catalogue_revision')
    .set({ providers, revision: sql`revision + 1` })
    .where('providers', '!=', providers)
    .execute()
}

/** All models, oldest first. */
export function listModelRows(database: Database) {
  return database
    .selectFrom('model')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .orderBy('generation_type')
    .execute()
}

/** Every version of every model, or of one, newest first. */
export function listVersions(database: Database, key?: ModelKey) {
  return database
    .selectFrom('model_version')
    .selectAll()
    .$if(key !== undefined, (query) =>
      query
        .where('model', '=', key?.id ?? '')
        .where('generation_type', '=', key?.generationType ?? ''),
    )
    .orderBy('version', 'desc')
    .execute()
}

/** One version of a model. */
export function findVersion(database: Database, key: ModelKey, version: number) {
  return database
    .selectFrom('model_version')
    .selectAll()
    .where('model', '=', key.id)
    .where('generation_type', '=', key.generationType)
    .where('version', '=', version)
    .executeTakeFirst()
}

/**
 * Adds a version and makes it the newest of its source; a model that is new is enabled if
 * `isEnabled`. Returns its number. Only under `lockModels`.
 */
export async function insertVersion(
  transaction: Database,
  { id, generationType, source, definition, author, reason }: NewVersion,
  { isEnabled }: { isEnabled: boolean },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    insert into model_version (model, generation_type, version, source, definition, author, reason)
    select ${id}, ${generationType}, coalesce(max(version), 0) + 1, ${source},
      ${definition === null ? null : JSON.stringify(definition)}::json, ${author}, ${reason}
    from model_version where model = ${id} and generation_type = ${generationType}
    returning version`.execute(transaction)
  const version = rows[0]?.version ?? 0
  await transaction
    .insertInto('model')
    .values({
      id,
      generation_type: generationType,
      is_enabled: isEnabled,
      [columnOf[source]]: version,
    })
    .onConflict((conflict) =>
      conflict.columns(['id', 'generation_type']).doUpdateSet({ [columnOf[source]]: version }),
    )
    .execute()
  return version
}

/** Selects another version of a source; `null`: the source has none any more. */
export async function setVersion(
  transaction: Database,
  { id, generationType }: ModelKey,
  source: ModelSource,
  version: number | null,
): Promise<void> {
  await transaction
    .updateTable('model')
    .set({ [columnOf[source]]: version })
    .where('id', '=', id)
    .where('generation_type', '=', generationType)
    .execute()
}

/** Lets a model be started or not. */
export async function setModelEnabled(
  transaction: Database,
  { id, generationType }: ModelKey,
  isEnabled: boolean,
): Promise<void> {
  await transaction
    .updateTable('model')
    .set({ is_enabled: isEnabled })
    .where('id', '=', id)
    .where('generation_type', '=', generationType)
    .execute()
}
