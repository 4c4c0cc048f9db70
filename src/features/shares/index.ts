import type { Feature } from '../feature.ts'
import { listLikes } from './explore-queries.ts'
import * as shares from './migration.ts'
import { deleteEndedLinks } from './share-generation.ts'
import { deleteSharesOf, listShares } from './share-queries.ts'
import { shareSample } from './share-sample.ts'

const hour = 3_600_000

/** Pages of single results for everyone with their address, the list of those in Explore, and likes. */
export const sharesFeature: Feature = {
  migrations: { '0008-shares': shares },
  accountTables: ['share', 'share_like'],
  referenceTables: ['share_link'],
  pages: ['/explore', '/share/'],
  routes: () => import('./routes/routes.ts'),
  accountExport: {
    shares: async (database, accountId) =>
      (await listShares(database, accountId)).map(({ account_id: _, ...share }) => share),
    likes: async (database, accountId) =>
      (await listLikes(database, accountId)).map(({ token, created_at }) => ({
        token,
        created_at,
      })),
  },
  forgetAccount: [deleteSharesOf],
  whenSampled: [shareSample],
  scheduledJobs: [{ name: 'shares', every: hour, run: deleteEndedLinks }],
}
