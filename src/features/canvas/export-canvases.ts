import type { Database } from '#platform/database/database.ts'
import { findContent, listCanvases } from './queries.ts'

/** Small, because a document may have a megabyte. */
const pageSize = 5

/** Yields an account's documents with their layers, a page at a time. */
export async function* exportCanvases(
  database: Database,
  accountId: string,
): AsyncGenerator<object[]> {
  for (let after: string | null = null; ; ) {
    const rows = await listCanvases(database, { accountId, after, limit: pageSize })
    const last = rows.at(-1)
    if (!last) return
    const read = rows.map(({ id }) => findContent(database, { accountId, id }))
    yield (await Promise.all(read)).flatMap((row) => {
      if (!row) return []
      const { account_id: _, ...described } = row
      return [described]
    })
    after = last.id
  }
}
