import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import type { Difference } from './import/compare-definition.ts'
import type { ModelKey } from './queries.ts'
import type { SchemaCheckRow } from './tables.ts'

export type { SchemaCheckRow } from './tables.ts'

/** Returns the newest comparison of each model with its provider's documents. */
export function listSchemaChecks(database: Database): Promise<SchemaCheckRow[]> {
  return database.selectFrom('schema_check').selectAll().orderBy('model').execute()
}

/** Returns the models that are offered in a version whose documents have changed. */
export async function listChangedSchemas(database: Database) {
  return database
    .selectFrom('schema_check as checked')
    .innerJoin('model', (join) =>
      join
        .onRef('model.id', '=', 'checked.model')
        .onRef('model.generation_type', '=', 'checked.generation_type')
        .on(
          sql<boolean>`checked.version = coalesce(model.file_version, model.operator_version, model.built_in_version)`,
        ),
    )
    .select(['checked.model', 'checked.generation_type', 'checked.changes', 'checked.changed_at'])
    .where('model.is_enabled', '=', true)
    .where(sql<boolean>`json_array_length(checked.changes) > 0`)
    .orderBy('checked.changed_at', 'desc')
    .orderBy('checked.model')
    .execute()
}

/** The result of a comparison. `baseline`: `null` where no document could be read yet. */
export type SchemaCheck = ModelKey & {
  version: number
  baseline: Difference[] | null
  changes: Difference[]
  changedAt: Date | null
  attemptedAt: Date
}

/** Records the newest comparison of a model. */
export async function recordSchemaCheck(
  database: Database,
  { id, generationType, version, baseline, changes, changedAt, attemptedAt }: SchemaCheck,
): Promise<void> {
  const row = {
    version,
    baseline: baseline && JSON.stringify(baseline),
    changes: JSON.stringify(changes),
    changed_at: changedAt,
    attempted_at: attemptedAt,
  }
  await database
    .insertInto('schema_check')
    .values({ model: id, generation_type: generationType, ...row })
    .onConflict((conflict) => conflict.columns(['model', 'generation_type']).doUpdateSet(row))
    .execute()
}
