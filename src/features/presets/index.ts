import type { Feature } from '../feature.ts'
import * as presets from './migration.ts'
import { listPresets } from './queries.ts'

/** Settings of a form that an account keeps under a name. */
export const presetsFeature: Feature = {
  migrations: { '0013-presets': presets },
  accountTables: ['preset'],
  routes: () => import('./routes.ts'),
  accountExport: {
    presets: async (database, accountId) =>
      (await listPresets(database, accountId)).map(({ account_id: _, ...preset }) => preset),
  },
}
