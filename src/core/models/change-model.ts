import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import { checkDefinition, type KnownProviders } from './check-definition.ts'
import { currentVersionOf } from './load-models.ts'
import {
  countChange,
  insertVersion,
  isRowOf,
  listModelRows,
  lockModels,
  type ModelKey,
  setModelEnabled,
  setVersion,
} from './queries.ts'
import type { Definition } from './rules/definition.ts'
import type { ModelRow } from './tables.ts'

type Context = Parts<'database'>

type SavingContext = Context & { providers: KnownProviders }

/** The version that the operator saw; `null`: no such model. Where it is absent, any will do. */
type Expected = { expectedVersion?: number | null | undefined }

/**
 * Saves a definition as a new version of its model; a new model, or one that was deleted, can be
 * started if `isEnabled`. In one transaction with its audit entry. Returns the version. Throws
 * `Refused`: `invalid_definition`, `model_from_file`, `model_changed`.
 */
export async function saveModel(
  { database, providers }: SavingContext,
  act: OperatorAction,
  given: unknown,
  { isEnabled = true, expectedVersion }: { isEnabled?: boolean } & Expected = {},
): Promise<{ definition: Definition; version: number }> {
  const definition = checkDefinition(given, providers)
  const key = { id: definition.id, generationType: definition.generation_type }
  return changeModels(database, act, async (transaction, rows) => {
    const row = find(rows, key)
    if (row?.file_version) throw new Refused({ reason: 'model_from_file' })
    requireVersion(row, expectedVersion)
    const added = { ...key, definition: given as object, author: act.actor, reason: act.reason }
    const version = await insertVersion(
      transaction,
      { ...added, source: 'operator' },
      { isEnabled },
    )
    if (row && currentVersionOf(row) === null) await setModelEnabled(transaction, key, isEnabled)
    return { result: { definition, version }, act: 'model.save', details: { ...key, version } }
  })
}

/**
 * Lets a model be started, or not any more; its records stay as they are. Throws `Refused`:
 * `not_found`, `model_changed`.
 */
export function enableModel(
  { database }: Context,
  act: OperatorAction,
  key: ModelKey,
  { isEnabled, expectedVersion }: { isEnabled: boolean } & Expected,
): Promise<void> {
  return changeModels(database, act, async (transaction, rows) => {
    const row = find(rows, key)
    if (!row) throw new Refused({ reason: 'not_found' })
    requireVersion(row, expectedVersion)
    await setModelEnabled(transaction, key, isEnabled)
    const name = isEnabled ? 'model.enable' : 'model.disable'
    return { result: undefined, act: name, details: key }
  })
}

/**
 * Deletes an operator's definition: a built-in model is as released again, another one is gone; its
 * versions stay for the records that were made with them. Throws `Refused`: `not_found`,
 * `model_from_file`, `model_changed`.
 */
export function deleteModel(
  { database }: Context,
  act: OperatorAction,
  key: ModelKey,
  { expectedVersion }: Expected = {},
): Promise<void> {
  return changeModels(database, act, async (transaction, rows) => {
    const row = find(rows, key)
    if (row?.file_version) throw new Refused({ reason: 'model_from_file' })
    if (!row?.operator_version) throw new Refused({ reason: 'not_found' })
    requireVersion(row, expectedVersion)
    await setVersion(transaction, key, 'operator', null)
    return { result: undefined, act: 'model.delete', details: key }
  })
}

type Change<Result> = { result: Result; act: string; details: Record<string, unknown> }

function changeModels<Result>(
  database: Database,
  act: OperatorAction,
  change: (transaction: Database, rows: readonly ModelRow[]) => Promise<Change<Result>>,
): Promise<Result> {
  return auditedTransaction(database, act, async (transaction) => {
    await lockModels(transaction)
    const { result, ...done } = await change(transaction, await listModelRows(transaction))
    await countChange(transaction)
    return { result, done }
  })
}

function find(rows: readonly ModelRow[], key: ModelKey): ModelRow | undefined {
  return rows.find((row) => isRowOf(row, key))
}

function requireVersion(row: ModelRow | undefined, expected: number | null | undefined): void {
  const current = row ? currentVersionOf(row) : null
  if (expected !== undefined && expected !== current) throw new Refused({ reason: 'model_changed' })
}
