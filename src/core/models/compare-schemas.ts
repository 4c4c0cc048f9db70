import type { Parts } from '#core/parts.ts'
import { type Provider, ProviderError } from '#providers/provider.ts'
import {
  compareDefinition,
  type Difference,
  mergeDifferences,
} from './import/compare-definition.ts'
import { readStoredModels, type StoredModel } from './load-models.ts'
import type { Definition } from './rules/definition.ts'
import { readDefinition } from './rules/read-definition.ts'
import { listSchemaChecks, recordSchemaCheck, type SchemaCheckRow } from './schema-check-queries.ts'

type DocumentReader = NonNullable<Provider['readDocument']>

/**
 * Compares a definition with the documents of its endpoints now. `replaced`: the operator's own
 * endpoint ids, by the definition's. Throws `ProviderError` where a document cannot be read, and an
 * error where one does not describe an endpoint.
 */
export async function compareWithDocuments(
  definition: Definition,
  readDocument: DocumentReader,
  replaced: Readonly<Record<string, string>> = {},
): Promise<Difference[]> {
  const byEndpoint: Difference[][] = []
  for (const { id } of definition.endpoints) {
    const endpoint = replaced[id] ?? id
    const comparison = compareDefinition(definition, await readDocument(endpoint))
    if ('problem' in comparison) throw new Error(`${endpoint}: ${comparison.problem}`)
    byEndpoint.push(comparison.differences)
  }
  return mergeDifferences(byEndpoint)
}

/** The age of a comparison after which it is due again, in ms: the job looks every hour. */
const maxAge = 23.5 * 3_600_000

type Context = Parts<'database' | 'log' | 'providers' | 'endpoints' | 'now'>

/**
 * Compares each model that is offered with its provider's documents, once a day, and logs one that
 * has changed once. Differences that a version began with are meant, unless they break requests.
 * Ends at the first provider that cannot be reached; the rest is due again.
 */
export async function compareSchemasDaily(context: Context): Promise<void> {
  const { database, log } = context
  const checks = await listSchemaChecks(database)
  // Definitions that cannot be read are logged where the models are loaded.
  const { stored } = await readStoredModels({ database, log: { ...log, error: () => undefined } })
  for (const model of stored) {
    const offered = offeredDefinition(model)
    const readDocument = offered && context.providers.get(offered.provider)?.provider.readDocument
    if (!offered || !readDocument) continue
    const check = checks.find(({ model: id, generation_type: type, version }) => {
      const { row } = model
      return id === row.id && type === row.generation_type && version === model.version?.version
    })
    if (check && context.now() - check.attempted_at.getTime() < maxAge) continue
    const isReachable = await compareOne(context, offered, { readDocument, model, check })
    if (!isReachable) return
  }
}

/** The definition that new generations use; `null` for code, and where none can be started. */
function offeredDefinition({ row, version }: StoredModel): Definition | null {
  const read = row.is_enabled && version?.definition ? readDefinition(version.definition) : null
  return read?.ok ? read.definition : null
}

type Compared = {
  readDocument: DocumentReader
  model: StoredModel
  check: SchemaCheckRow | undefined
}

/** Compares one model and records the result. `false`: the provider cannot be reached. */
async function compareOne(
  { database, log, endpoints, now }: Context,
  definition: Definition,
  { readDocument, model, check }: Compared,
): Promise<boolean> {
  const key = { id: model.row.id, generationType: model.row.generation_type }
  const version = model.version?.version ?? 0
  const attemptedAt = new Date(now())
  const found = { ...key, version, attemptedAt }
  const before = check?.changes ?? []
  let differences: Difference[]
  try {
    differences = await compareWithDocuments(definition, readDocument, endpoints)
  } catch (error) {
    const { baseline = null, changed_at: changedAt = null } = check ?? {}
    await recordSchemaCheck(database, { ...found, baseline, changes: before, changedAt })
    if (error instanceof ProviderError && error.code === 'not_found') return true
    log.info({ model: key.id, problem: (error as Error).message }, 'model schema cannot be read')
    return !(error instanceof ProviderError)
  }
  const baseline = check?.baseline ?? differences
  const changes = changesSince(baseline, differences)
  const isNew = JSON.stringify(changes) !== JSON.stringify(before)
  const changedAt = isNew ? attemptedAt : (check?.changed_at ?? null)
  await recordSchemaCheck(database, { ...found, baseline, changes, changedAt })
  if (isNew && changes.length > 0)
    log.warn({ model: key.id, type: key.generationType, changes }, 'model schema changed')
  return true
}

/** What is not in the baseline, and what breaks requests. */
function changesSince(baseline: Difference[], differences: Difference[]): Difference[] {
  const meant = new Set(baseline.filter(({ isBreaking }) => !isBreaking).map(keyOf))
  return differences.filter((difference) => !meant.has(keyOf(difference)))
}

const keyOf = (difference: Difference) => JSON.stringify(difference)
