import { historyFilter } from '#core/history/contract/history-query.ts'
import { filtersOf, pageOrder } from '#core/history/list-history.ts'
import { findPage } from '#core/history/queries/find-page.ts'
import { isId } from '#core/ids.ts'
import { findOutputs } from '#core/media/queries/media.ts'
import type { MediaRow } from '#core/media/tables.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import {
  type CollectionSummary,
  findCollection,
  listCollections as listRows,
  type WhichCollection,
} from './collection-queries.ts'
import { collectionsPageSize } from './rules.ts'

export type { WhichCollection } from './collection-queries.ts'

/** A collection with the file of its cover. */
export type Collection = { row: CollectionSummary; cover: MediaRow | null }

type Filter = Record<string, unknown>

/** The order of a smart collection's records in the history of its kind. */
export function smartOrder(
  { accountId, kind, filter }: { accountId: string; kind: Kind; filter: Filter },
  pageSize: number,
) {
  const { data } = historyFilter('image').safeParse(filter)
  return pageOrder({ accountId, kind, page: 1, pageSize, filters: filtersOf(data ?? noFilter) })
}

const noFilter = { onlyFavorites: false, timeZone: 'UTC' }

/** Returns a page of the account's collections, the newest first. `after`: the last one of the page before. */
export async function listCollections(
  context: Parts<'database'>,
  {
    accountId,
    after,
    search,
  }: { accountId: string; after: string | undefined; search: string | undefined },
): Promise<{ collections: Collection[]; next: string | null }> {
  const wanted = { accountId, after: after ?? null, search: search ?? null }
  const rows = await listRows(context.database, { ...wanted, limit: collectionsPageSize + 1 })
  const shown = rows.slice(0, collectionsPageSize)
  return {
    collections: await withCovers(context, shown),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Returns a collection of the account. Throws `Refused` `not_found`, also for another account's. */
export async function readCollection(
  context: Parts<'database'>,
  which: WhichCollection,
): Promise<Collection> {
  const row = isId(which.id) ? await findCollection(context.database, which) : undefined
  const [collection] = await withCovers(context, row ? [row] : [])
  if (!collection) throw new Refused({ reason: 'not_found' })
  return collection
}

/** Counts what smart collections have now, and finds the files of all covers. */
async function withCovers(
  { database }: Parts<'database'>,
  found: CollectionSummary[],
): Promise<Collection[]> {
  const rows = await Promise.all(
    found.map(async (row): Promise<CollectionSummary> => {
      if (row.kind === null || row.filter === null) return row
      const smart = { accountId: row.account_id, kind: row.kind, filter: row.filter }
      const page = await findPage(database, smartOrder(smart, 1))
      return { ...row, items: page.total, cover_generation: page.rows[0]?.id ?? null }
    }),
  )
  const covers = rows.flatMap(({ account_id, cover_generation: id }) =>
    id === null ? [] : [{ id, account_id }],
  )
  const files = Map.groupBy(await findOutputs(database, covers), (media) => media.generation_id)
  return rows.map((row) => ({ row, cover: files.get(row.cover_generation)?.[0] ?? null }))
}
