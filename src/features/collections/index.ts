import type { Feature } from '../feature.ts'
import { collectionList } from './change-items.ts'
import { collectSample } from './collect-sample.ts'
import { exportCollections } from './export-collections.ts'
import { deleteItemsOfPurged } from './item-queries.ts'
import * as collections from './migration.ts'
import { deleteLinksOf } from './sharing-queries.ts'

/** Records of any kind in an order, or filters of a history, under a name; each with a share page. */
export const collectionsFeature: Feature = {
  migrations: { '0015-collections': collections },
  accountTables: ['collection_item', 'collection'],
  referenceTables: ['collection_link'],
  needs: ['shares'],
  pages: ['/collections', '/collections/', '/share/collection/'],
  routes: () => import('./routes/routes.ts'),
  accountExport: {
    collections: async (database, accountId) => exportCollections(database, accountId),
  },
  recordLists: [collectionList],
  forgetAccount: [deleteLinksOf],
  purgeParts: [deleteItemsOfPurged],
  whenSampled: [collectSample],
}
