import type { Database } from '#platform/database/database.ts'
import type { CollectionRow } from './collection-queries.ts'
import { listCollections } from './collection-queries.ts'
import { listItemIds } from './item-queries.ts'

/** Yields the account's collections with the ids of their records, one at a time. */
export async function* exportCollections(database: Database, accountId: string) {
  for (let after: string | null = null; ; ) {
    const [row]: CollectionRow[] = await listCollections(database, { accountId, after, limit: 1 })
    if (!row) return
    yield [describeCollection(row, await listItemIds(database, { accountId, id: row.id }))]
    after = row.id
  }
}

/** `items`: the ids of its records, in its order; of a smart collection none. */
function describeCollection(collection: CollectionRow, items: string[]) {
  const { id, name, kind, filter, cover_id, share_token, is_listed, shows_settings } = collection
  const { shared_at, created_at, updated_at } = collection
  return {
    ...{ id, name, kind, filter, cover_id, share_token, is_listed, shows_settings },
    ...{ shared_at, created_at, updated_at, items },
  }
}
