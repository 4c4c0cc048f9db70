import type { FeatureRoutes } from '#api/env.ts'
import type { Schema } from '#database/migrate.ts'
import type { Contributions } from '#services/context.ts'

/**
 * What a feature adds to the core, which knows no feature by name. Its pages add to those of the core
 * by files of known names in its folder `web` (docs/decisions/0048-a-feature-is-a-folder.md).
 */
export type Feature = Partial<Schema & Contributions> & {
  /** The paths of its pages (`web/pages.ts`); one with a slash at its end stands for all below. */
  pages?: readonly string[]
  /** Loaded by servers alone. */
  routes?: () => Promise<FeatureRoutes>
}
