import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { currentVersionOf, readStoredModels, type StoredModel } from './load-models.ts'
import { listProviderTimes, type ProviderTime } from './provider-time-queries.ts'
import { isRowOf, listVersions, type ModelKey } from './queries.ts'
import { readyDefinitions } from './ready/ready-definitions.ts'
import { buildModel } from './rules/build-model.ts'
import type { Model } from './rules/model.ts'
import { readDefinition } from './rules/read-definition.ts'
import { listChangedSchemas } from './schema-check-queries.ts'
import type { ModelVersionRow } from './tables.ts'

type Context = Parts<'database' | 'log'>

export type { ModelKey }

export type ChangedSchema = Awaited<ReturnType<typeof listChangedSchemas>>[number]

/** A definition that comes with the product and is not a model yet. */
export type ReadyModel = { model: Model; definition: object }

/** The models in the order of the picker, and the ready definitions that were not added. */
export async function readAllModels(
  context: Context,
): Promise<{ stored: StoredModel[]; ready: ReadyModel[] }> {
  const { stored } = await readStoredModels(context)
  const ready = readyDefinitions.flatMap((definition): ReadyModel[] => {
    const read = readDefinition(definition)
    if (!read.ok) return []
    const model = buildModel(read.definition, 1)
    const isAdded = stored.some(({ row }) => isRowOf(row, model) && currentVersionOf(row) !== null)
    return isAdded ? [] : [{ model, definition }]
  })
  return { stored, ready }
}

/** A stored model, or one that is ready to be added; all its versions, newest first. */
export type WholeModel = {
  found: StoredModel | ReadyModel
  /** The version that was asked for, else the current one, else the newest. */
  shown: ModelVersionRow | null
  versions: ModelVersionRow[]
  /** What its provider has changed; `null`: nothing, or not offered. */
  schema: ChangedSchema | null
  /** How long its jobs of the last hour took, where it has several providers. */
  times: ProviderTime[]
}

/** One model with its versions. Throws `Refused` `not_found`, also for an unknown version. */
export async function readWholeModel(
  context: Context,
  key: ModelKey,
  version?: number,
): Promise<WholeModel> {
  const { stored, ready } = await readAllModels(context)
  const one = stored.find(({ row }) => isRowOf(row, key))
  const found = one ?? ready.find(({ model }) => isRowOf(keyOf(model), key))
  const versions = one ? await listVersions(context.database, key) : []
  const asked = versions.find((each) => each.version === version)
  if (!found || (version !== undefined && !asked)) throw new Refused({ reason: 'not_found' })
  const changed = one ? await listChangedSchemas(context.database) : []
  const schema = changed.find((each) => isRowOf({ ...each, id: each.model }, key)) ?? null
  const times = await listProviderTimes(context.database, key.id)
  return { found, shown: asked ?? one?.version ?? versions[0] ?? null, versions, schema, times }
}

const keyOf = ({ id, generationType }: Model) => ({ id, generation_type: generationType })
