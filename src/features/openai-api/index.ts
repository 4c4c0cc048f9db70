import type { Feature } from '../feature.ts'

/** `/v1`: the parts of OpenAI's API that the studio's models can answer (docs/openai.md). */
export const openAiApiFeature: Feature = {
  routes: () => import('./routes/openai-routes.ts'),
}
