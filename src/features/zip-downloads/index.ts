import type { Feature } from '../feature.ts'
import * as downloads from './migration.ts'
import { deleteOldDownloads } from './prepare-download.ts'

/** Files of many records as one zip. */
export const zipDownloadsFeature: Feature = {
  migrations: { 'zip-downloads-0001-downloads': downloads },
  accountTables: ['download'],
  scheduledJobs: [{ name: 'downloads', every: 15 * 60_000, run: deleteOldDownloads }],
  routes: () => import('./routes/zip-routes.ts'),
}
