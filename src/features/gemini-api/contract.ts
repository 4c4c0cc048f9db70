import { type ModelAliases, modelAliasesSetting } from '#core/client-apis/contract/model-aliases.ts'

declare module '#core/settings/studio-settings-rules.ts' {
  interface FeatureSettings {
    gemini_aliases: ModelAliases
  }
}

/** The setting `gemini_aliases`. */
export const ModelAliasesSetting = modelAliasesSetting('.:-')
