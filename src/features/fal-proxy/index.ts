import type { Feature } from '../feature.ts'

/** The queue protocol for the unmodified `@fal-ai/client` (docs/spec/api.md#fal-proxy). */
export const falProxyFeature: Feature = {
  routes: () => import('./routes/fal-proxy-routes.ts'),
}
