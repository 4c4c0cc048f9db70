import type { Feature } from '../feature.ts'
import * as reports from './migration.ts'
import { permissions } from './permissions.ts'
import { decideReports, purgeReports } from './queries.ts'
import { reportPath } from './rules.ts'

/** Reports of public results by people, and the decision of operators about each. */
export const reportsFeature: Feature = {
  needs: ['moderation'],
  permissions,
  migrations: { 'reports-0001-reports': reports },
  accountTables: ['report'],
  pages: [reportPath],
  routes: () => import('./routes.ts'),
  commands: () => import('./commands.ts'),
  purgeParts: [purgeReports],
  removalEffects: [
    async (transaction, result) => ({ reports: await decideReports(transaction, result) }),
  ],
}
