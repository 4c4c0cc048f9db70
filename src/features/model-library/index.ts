import type { Feature } from '../feature.ts'
import * as lists from './migration.ts'
import { refreshLists } from './refresh-lists.ts'

/** The endpoints of configured providers that could be added as models (docs/library.md). */
export const modelLibraryFeature: Feature = {
  // The proposed price follows from what a credit is worth.
  needs: ['costs'],
  migrations: { 'model-library-0001-lists': lists },
  coordinatorTables: ['endpoint_list', 'listed_endpoint'],
  routes: () => import('./routes.ts'),
  // Asks a provider once a day, or soon after an operator wanted it.
  scheduledJobs: [{ name: 'model-library', every: 5_000, run: refreshLists }],
}
