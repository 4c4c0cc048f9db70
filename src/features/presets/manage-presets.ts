import { v7 as uuid } from 'uuid'
import { isId } from '#core/ids.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import type { Model } from '#core/models/rules/model.ts'
import { type FieldProblem, parseInput } from '#core/models/rules/parse-input.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  deletePreset as deleteRow,
  insertPreset,
  listPresets as listRows,
  type PresetRow,
  renamePreset as renameRow,
} from './queries.ts'
import { maxPresetSettings, maxPresets } from './rules.ts'

type WhichPreset = { accountId: string; id: string }

type NewPreset = {
  name: string
  generation_type: string
  model: string
  settings: Record<string, unknown>
}

/** The account's presets, or those of one form, by name. */
export function listPresets(
  { database }: Parts<'database'>,
  accountId: string,
  generationType?: string,
): Promise<PresetRow[]> {
  return listRows(database, accountId, generationType)
}

/**
 * Saves settings of a form under a name. Throws `Refused`: `unknown_model`, `invalid_input` naming
 * the settings, `preset_exists`, `too_many_presets`.
 */
export async function createPreset(
  { database }: Parts<'database'>,
  accountId: string,
  { name, generation_type, model: id, settings }: NewPreset,
): Promise<PresetRow> {
  const model = listModels().find(
    (one) => one.id === id && one.generationType === generation_type && !one.hidden,
  )
  if (!model) throw new Refused({ reason: 'unknown_model', model: id })
  const parsed = JSON.stringify(parseSettings(model, settings))
  const preset = { id: uuid(), account_id: accountId, generation_type, model: id, name }
  const row = await insertPreset(database, { ...preset, settings: parsed }, maxPresets)
  if (row === 'exists') throw new Refused({ reason: 'preset_exists' })
  if (row === 'full') throw new Refused({ reason: 'too_many_presets', max: maxPresets })
  return row
}

/** Renames a preset. Throws `Refused`: `not_found`, `preset_exists`. */
export async function renamePreset(
  { database }: Parts<'database'>,
  which: WhichPreset,
  name: string,
): Promise<PresetRow> {
  const row = isId(which.id) ? await renameRow(database, which, name) : undefined
  if (row === 'exists') throw new Refused({ reason: 'preset_exists' })
  if (row === undefined) throw new Refused({ reason: 'not_found' })
  return row
}

/** Deletes a preset. Throws `Refused` `not_found`. */
export async function deletePreset(
  { database }: Parts<'database'>,
  which: WhichPreset,
): Promise<void> {
  if (!isId(which.id) || !(await deleteRow(database, which)))
    throw new Refused({ reason: 'not_found' })
}

/** The settings as their fields store them. A prompt, a file or an unknown name is refused. */
function parseSettings(model: Model, settings: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(settings)
  if (names.length > maxPresetSettings) {
    const limit = { max: maxPresetSettings }
    throw refuse(model, [{ field: 'settings', problem: 'too_many_entries', ...limit }])
  }
  const unused = names.filter((name) => !isSetting(model, name))
  const result = parseInput(model, settings)
  const invalid = result.ok ? [] : result.problems.filter(({ field }) => names.includes(field))
  const problems = [
    ...unused.map((field): FieldProblem => ({ field, problem: 'not_used' })),
    ...invalid.filter(({ field }) => !unused.includes(field)),
  ]
  if (problems.length > 0) throw refuse(model, problems)
  return Object.fromEntries(
    names.map((name) => [
      name,
      model.fields[name]?.schema().safeParse(settings[name]).data ?? null,
    ]),
  )
}

function isSetting({ fields }: Model, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return (
    field !== undefined &&
    field.group !== 'prompt' &&
    field.group !== 'inputs' &&
    field.control.kind !== 'fixed'
  )
}

const refuse = (model: Model, problems: FieldProblem[]) =>
  new Refused({ reason: 'invalid_input', problems, model })
