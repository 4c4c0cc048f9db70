import type { Feature } from '../feature.ts'
import * as lineage from './migration.ts'
import { deleteLineage, linkToSources, listParents } from './queries.ts'

/** What a generation was made from, and what was made from it. */
export const lineageFeature: Feature = {
  migrations: { '0017-lineage': lineage },
  routes: () => import('./routes.ts'),
  startParts: [linkToSources],
  generationExport: {
    made_from: async (database, accountId, ids) => {
      const links = await listParents(database, accountId, ids)
      const byChild = Map.groupBy(links, ({ child_id }) => child_id)
      return (id) =>
        (byChild.get(id) ?? []).map(({ parent_id, source }) => ({ id: parent_id, source }))
    },
  },
  eraseSome: { lineage: deleteLineage },
}
