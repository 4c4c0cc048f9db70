import { findUnknownAliases } from '#core/client-apis/contract/model-aliases.ts'
import type { Feature } from '../feature.ts'
import { ModelAliasesSetting } from './contract.ts'

/** `/v1`: the parts of OpenAI's API that the studio's models can answer (docs/openai.md). */
export const openAiApiFeature: Feature = {
  settings: {
    openai_aliases: {
      schema: ModelAliasesSetting,
      initial: {},
      findProblems: (_context, aliases) => findUnknownAliases('openai_aliases', aliases),
    },
  },
  routes: () => import('./routes/openai-routes.ts'),
}
