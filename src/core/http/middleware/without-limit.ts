import { isWebhookPath } from '#core/generations/webhooks-contract.ts'
import type { FeatureRoutes } from '../env.ts'

/** Returns whether requests to a path are not limited: those to webhooks. */
export function withoutLimit(features: readonly FeatureRoutes[]): (path: string) => boolean {
  const added = new Set(features.flatMap(({ unlimitedPaths = [] }) => unlimitedPaths))
  return (path) => isWebhookPath(path) || added.has(path)
}
