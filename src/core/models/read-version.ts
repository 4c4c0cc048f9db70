import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { ModelVersionView } from './models-contract.ts'
import { findVersion } from './queries.ts'
import type { MadeWith } from './rules/catalogue.ts'

/**
 * The version of a model that made a generation, also where it has changed or was deleted since.
 * Throws `Refused` `not_found`.
 */
export async function readModelVersion(
  { database }: Parts<'database'>,
  { model: id, generation_type: generationType, model_version: version }: MadeWith,
): Promise<ModelVersionView> {
  const found = await findVersion(database, { id, generationType }, version)
  if (!found) throw new Refused({ reason: 'not_found' })
  const definition = found.definition as ModelVersionView['definition']
  return { id, generation_type: generationType, version, definition }
}
