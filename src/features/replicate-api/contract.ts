import { type ModelAliases, modelAliasesSetting } from '#core/client-apis/contract/model-aliases.ts'

declare module '#core/settings/studio-settings-rules.ts' {
  interface FeatureSettings {
    replicate_aliases: ModelAliases
  }
}

/** The setting `replicate_aliases`: names with their owner, or versions. */
export const ModelAliasesSetting = modelAliasesSetting('/.:-')
