import { findUnknownAliases } from '#core/client-apis/contract/model-aliases.ts'
import type { Feature } from '../feature.ts'
import { ModelAliasesSetting } from './contract.ts'

/** `/gemini`: `generateContent` of Gemini's API for the studio's models of images (docs/gemini.md). */
export const geminiApiFeature: Feature = {
  settings: {
    gemini_aliases: {
      schema: ModelAliasesSetting,
      initial: {},
      findProblems: (_context, aliases) => findUnknownAliases('gemini_aliases', aliases),
    },
  },
  routes: () => import('./routes/gemini-routes.ts'),
}
