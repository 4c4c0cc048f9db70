import { findUnknownAliases } from '#core/client-apis/contract/model-aliases.ts'
import type { Feature } from '../feature.ts'
import { ModelAliasesSetting } from './contract.ts'

/** `/replicate/v1`: predictions of Replicate's API with the studio's models (docs/replicate.md). */
export const replicateApiFeature: Feature = {
  settings: {
    replicate_aliases: {
      schema: ModelAliasesSetting,
      initial: {},
      findProblems: (_context, aliases) => findUnknownAliases('replicate_aliases', aliases),
    },
  },
  routes: () => import('./routes/replicate-routes.ts'),
}
