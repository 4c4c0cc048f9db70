import type { AllParts, Parts } from '#core/parts.ts'
import type { KnownProviders } from './check-definition.ts'
import { publishModels } from './published-models.ts'
import { listModelRows, listVersions, readRevision } from './queries.ts'
import { buildModel } from './rules/build-model.ts'
import { builtInModels, setModels } from './rules/catalogue.ts'
import { type Model, providersOf } from './rules/model.ts'
import { readDefinition } from './rules/read-definition.ts'
import type { ModelRow, ModelSource, ModelVersionRow } from './tables.ts'

type Context = Parts<'database' | 'log'>

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
 * logged, and the newest one before it that it can read is used. Models of a provider that is not
 * configured cannot be started. The setting `model_order` says which come first. Returns the
 * revision that was read.
 */
export async function loadModels(
  context: Context & { providers: KnownProviders; settings: AllParts['settings'] },
): Promise<number> {
  // Read before the models: a change between the two is read again.
  const revision = await readRevision(context.database)
  const { stored, earlier } = await readStoredModels(context)
  const order = context.settings.current().settings.model_order
  const current = stored.flatMap((one) => {
    const { row, model } = one
    const isEnabled = row.is_enabled && currentVersionOf(row) !== null
    return model ? [{ ...one, model, isOffered: isEnabled && hasProvider(one, context) }] : []
  })
  const placeIn = ({ id }: Model) => (order.includes(id) ? order.indexOf(id) : order.length)
  current.sort((one, other) => placeIn(one.model) - placeIn(other.model))
  const [offered = [], others = []] = [true, false].map((isOffered) =>
    current.filter((one) => one.isOffered === isOffered).map(({ model }) => model),
  )
  setModels(offered, [...others, ...earlier])
  publishModels(revision, current, order)
  return revision
}

/** Whether a provider of a model is configured here; `false` where the model cannot be used. */
export function hasProvider(
  { model }: Pick<StoredModel, 'model'>,
  { providers }: { providers: KnownProviders },
): boolean {
  return model !== null && providersOf(model).some((id) => providers.has(id))
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

function build(row: ModelVersionRow, log: AllParts['log']): Model[] {
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
