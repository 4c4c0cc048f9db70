import type { Feature } from '../feature.ts'
import { computeFigures } from './compute-figures.ts'
import { dayMetrics } from './metrics.ts'
import * as figures from './migration.ts'
import { permissions } from './permissions.ts'
import { figuresJob } from './rules.ts'

/** Sums of what was made, spent and paid by day, week and month, for the operator. */
export const figuresFeature: Feature = {
  permissions,
  migrations: { 'figures-0001-figures': figures },
  coordinatorTables: ['figure'],
  routes: () => import('./routes.ts'),
  metrics: [dayMetrics],
  scheduledJobs: [
    {
      name: figuresJob,
      every: 5 * 60_000,
      run: computeFigures,
    },
  ],
}
