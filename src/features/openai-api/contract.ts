import { type ModelAliases, modelAliasesSetting } from '#core/client-apis/contract/model-aliases.ts'

declare module '#core/settings/studio-settings-rules.ts' {
  interface FeatureSettings {
    openai_aliases: ModelAliases
  }
}

/** The setting `openai_aliases`. */
export const ModelAliasesSetting = modelAliasesSetting('.:-')
