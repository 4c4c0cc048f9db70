import { buildModel } from '#catalogue/build-model.ts'
import { builtInModels, setModels } from '#catalogue/catalogue.ts'
import type { Model } from '#catalogue/model.ts'
import { readDefinition } from '#catalogue/read-definition.ts'
import { listModelRows, listVersions, readRevision } from '#database/queries/models.ts'
import type { ModelRow, ModelSource, ModelVersionRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { publishModels } from './published-models.ts'

type Context = Pick<ServiceContext, 'database' | 'log'>

/** A model as an operator sees it. `version`: the current one; `null`: it was deleted. */
export type StoredModel = {
  row: ModelRow
  version: ModelVersionRow | null
  /** Where the current version comes from. */
  source: ModelSource | null
  /** Built from the current version, or from the newest valid one before it. */
  model: Model | null
}

/**
 * Makes this process use the models of the database. A definition that this release cannot read is
 * logged, and the newest one before it that it can read is used. Returns the revision that was read.
 */
export async function loadModels(context: Context): Promise<number> {
  // Read before the models: a change between the two is read again.
  const revision = await readRevision(context.database)
  const { stored, earlier } = await readStoredModels(context)
  const current = stored.flatMap(({ row, model }) => (model ? [{ row, model }] : []))
  const offered = current.filter(({ row }) => row.is_enabled && currentVersionOf(row) !== null)
  const others = current.filter((one) => !offered.includes(one))
  setModels(
    offered.map(({ model }) => model),
    [...others.map(({ model }) => model), ...earlier],
  )
  publishModels(revision, stored)
  return revision
}

/** All models in the order of the model picker, and all their earlier versions, newest first. */
export async function readStoredModels({ database, log }: Context) {
  const [rows, versions] = await Promise.all([listModelRows(database), listVersions(database)])
  const byModel = Map.groupBy(versions, ({ model, generation_type: type }) => `${type} ${model}`)
  const stored: StoredModel[] = []
  const earlier: Model[] = []
  for (const row of rows.toSorted((one, other) => placeOf(one) - placeOf(other))) {
    const ofModel = byModel.get(`${row.generation_type} ${row.id}`) ?? []
    const current = currentVersionOf(row) ?? ofModel[0]?.version
    const built = ofModel.flatMap((version) => build(version, log))
    const model =
      built.find(({ version }) => version === current) ??
      built.find(({ version }) => version < (current ?? 0)) ??
      null
    const version = ofModel.find((one) => one.version === currentVersionOf(row)) ?? null
    stored.push({ row, version, source: sourceOf(row), model })
    earlier.push(...built.filter((one) => one !== model))
  }
  return { stored, earlier }
}

/** The version that counts: a file's before an operator's, that before the built-in one. */
export function currentVersionOf(row: ModelRow): number | null {
  return row.file_version ?? row.operator_version ?? row.built_in_version
}

function sourceOf(row: ModelRow): ModelSource | null {
  if (row.file_version !== null) return 'file'
  if (row.operator_version !== null) return 'operator'
  return row.built_in_version === null ? null : 'built-in'
}

/** Built-in models come first, in their order; others in the order in which they were added. */
function placeOf({ id, generation_type: type }: ModelRow): number {
  const place = builtInModels.findIndex((model) => model.id === id && model.generationType === type)
  return place === -1 ? builtInModels.length : place
}

function build(row: ModelVersionRow, log: ServiceContext['log']): Model[] {
  const { model: id, generation_type: type, version, definition } = row
  if (definition === null) {
    const code = builtInModels.find((model) => model.id === id && model.generationType === type)
    return code ? [{ ...code, version }] : []
  }
  const read = readDefinition(definition)
  if (read.ok) return [buildModel(read.definition, version)]
  const [problem] = read.problems
  log.error({ model: id, version, ...problem }, 'a model definition cannot be used')
  return []
}
