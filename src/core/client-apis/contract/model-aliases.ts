import { z } from 'zod'
import { knownModels } from '#core/models/rules/catalogue.ts'
import type { SettingProblem } from '#core/settings/contract/studio-settings.ts'

/** Names that clients of another API use, and the model that each stands for. */
export type ModelAliases = Readonly<Record<string, string>>

/** A setting of such names, at most 100 of at most 100 characters; `marks`: those besides letters and digits. */
export function modelAliasesSetting(marks: string) {
  const name = new RegExp(`^[\\w${marks.replaceAll(/[\\\]-]/g, '\\$&')}]{1,100}$`)
  return z
    .record(
      z.string().regex(name, `must be letters, digits or any of ${[...marks, '_'].join(' ')}`),
      z.string().min(1).max(200),
    )
    .refine((aliases) => Object.keys(aliases).length <= 100, 'must have at most 100 names')
}

/** Problems of aliases that stand for no model; deleted ones count as models. */
export function findUnknownAliases(setting: string, aliases: ModelAliases): SettingProblem[] {
  const known = new Set(knownModels().map(({ id }) => id))
  return Object.entries(aliases)
    .filter(([, model]) => !known.has(model))
    .map(([alias, model]) => ({
      path: `${setting}.${alias}`,
      message: `no model has the id ${model}`,
    }))
}
