import { loadModels, readStoredModels, type StoredModel } from '#core/models/load-models.ts'
import type { ModelKey } from '#core/models/queries.ts'
import { syncBuiltIns } from '#core/models/sync-models.ts'
import type { CommandContext } from '#features/feature.ts'
import { withDatabase } from '../with-database.ts'

/** Which of several models with one id is meant. */
export type Selection = { type?: string }

export const typeText = 'its generation type, where several models have this id'

/** Runs a command with this release's models recorded. */
export function withModels(command: (context: CommandContext) => Promise<void>): Promise<void> {
  return withDatabase(async (context) => {
    await syncBuiltIns(context.database)
    await loadModels(context)
    await command(context)
  })
}

/** The only model with this id, or that of a generation type. Throws an error that names it. */
export async function findStored(
  context: CommandContext,
  id: string,
  type: string | undefined,
): Promise<StoredModel> {
  const { stored } = await readStoredModels(context)
  const found = stored.filter(({ row }) => row.id === id && (!type || row.generation_type === type))
  const [only] = found
  if (!only) throw new Error(`There is no model ${id}.`)
  if (found.length > 1) {
    const types = found.map(({ row }) => row.generation_type).join(', ')
    throw new Error(`There are several models ${id}: name one with --type (${types}).`)
  }
  return only
}

/** The key of the only model with this id, or that of a generation type. */
export async function findKey(
  context: CommandContext,
  id: string,
  type: string | undefined,
): Promise<ModelKey> {
  const { row } = await findStored(context, id, type)
  return { id: row.id, generationType: row.generation_type }
}
