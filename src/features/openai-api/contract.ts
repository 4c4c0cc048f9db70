import { z } from 'zod'
import { knownModels } from '#core/models/rules/catalogue.ts'
import type { SettingProblem } from '#core/settings/contract/studio-settings.ts'

/** Names that clients of OpenAI's API use, and the model that each stands for. */
export type ModelAliases = Readonly<Record<string, string>>

declare module '#core/settings/studio-settings-rules.ts' {
  interface FeatureSettings {
    openai_aliases: ModelAliases
  }
}

/** The setting `openai_aliases`. */
export const ModelAliasesSetting = z
  .record(
    z.string().regex(/^[\w.:-]{1,100}$/, 'must be letters, digits or any of . : _ -'),
    z.string().min(1).max(200),
  )
  .refine((aliases) => Object.keys(aliases).length <= 100, 'must have at most 100 names')

/** Problems of aliases that stand for no model; deleted ones count as models. */
export function findUnknownAliases(aliases: ModelAliases): SettingProblem[] {
  const known = new Set(knownModels().map(({ id }) => id))
  return Object.entries(aliases)
    .filter(([, model]) => !known.has(model))
    .map(([alias, model]) => ({
      path: `openai_aliases.${alias}`,
      message: `no model has the id ${model}`,
    }))
}
