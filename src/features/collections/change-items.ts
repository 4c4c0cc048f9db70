import { type GenerationWithMedia, withMedia } from '#core/generations/read-generation.ts'
import { findPage } from '#core/history/queries/find-page.ts'
import type { RecordList } from '#core/history/record-lists.ts'
import { isId } from '#core/ids.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import type { CollectionRow } from './collection-queries.ts'
import { lockCollection, type WhichCollection } from './collection-queries.ts'
import {
  deleteItems,
  type ItemPlace,
  insertItems,
  listItemIds,
  listItems as listRows,
  moveItem as moveRow,
} from './item-queries.ts'
import { readCollection, smartOrder } from './read-collections.ts'
import { itemsPageSize, maxCollectionItems } from './rules.ts'
import { hideItems, publishItems } from './sharing-queries.ts'

export type { ItemPlace } from './item-queries.ts'

/**
 * Returns a page of a collection's records, and where the next one begins (`null`: this is the
 * last). A smart one lists them as its history does. Throws `Refused` `not_found`.
 */
export async function listItems(
  context: Parts<'database'>,
  which: WhichCollection,
  after: ItemPlace | null,
): Promise<{ items: GenerationWithMedia[]; next: ItemPlace | null }> {
  const { row } = await readCollection(context, which)
  const limit = itemsPageSize + 1
  const below =
    after === null ? undefined : Math.max(1, Math.min(Number(after.position), 2 ** 31 - 1))
  const smart = row.kind !== null &&
    row.filter !== null && {
      ...{ accountId: which.accountId, kind: row.kind, filter: row.filter },
    }
  const found = smart
    ? (await findPage(context.database, { ...smartOrder(smart, limit), below })).rows.map(
        (record) => ({ ...record, position: String(record.number) }),
      )
    : await listRows(context.database, { ...which, after, limit })
  const shown = found.slice(0, itemsPageSize)
  const last = found.length > shown.length ? shown.at(-1) : undefined
  return {
    items: await withMedia(context, shown),
    next: last ? { position: last.position, id: last.id } : null,
  }
}

/** How many records were added or removed, and how many there are then. */
export type ItemsChange = { changed: number; items: number }

/**
 * Adds records of any kind to the end of a collection; those that are in it stay where they are.
 * In a shared one they become public. Throws `Refused`: `not_found` for the collection, and when
 * none of the records is the account's; `smart_collection`; `too_many_items`, and then adds none.
 */
export async function addItems(
  context: Parts<'changes' | 'database'>,
  which: WhichCollection,
  ids: readonly string[],
): Promise<ItemsChange> {
  const { added, published } = await inCollection(context, which, async (transaction, row) => {
    const wanted = ids.filter(isId)
    const outcome = await insertItems(transaction, which, wanted, maxCollectionItems)
    if (outcome === 'full') throw new Refused({ reason: 'too_many_items', max: maxCollectionItems })
    if (outcome.known === 0) throw new Refused({ reason: 'not_found' })
    const isShared = row.share_token !== null && outcome.added.length > 0
    return {
      added: outcome.added,
      published: isShared ? await publishItems(transaction, which, outcome.added) : [],
    }
  })
  return countAfter(context, which, added.length, published)
}

/**
 * Removes records from a collection. What was public because of it alone becomes private. Throws
 * `Refused`: `not_found` for the collection, and when none of them is in it; `smart_collection`.
 */
export async function removeItems(
  context: Parts<'changes' | 'database'>,
  which: WhichCollection,
  ids: readonly string[],
): Promise<ItemsChange> {
  const { removed, hidden } = await inCollection(context, which, async (transaction) => {
    const wanted = ids.filter(isId)
    const changed = await hideItems(transaction, which, wanted)
    const gone = await deleteItems(transaction, which, wanted)
    if (gone.length === 0) throw new Refused({ reason: 'not_found' })
    return { removed: gone, hidden: changed }
  })
  return countAfter(context, which, removed.length, hidden)
}

async function countAfter(
  context: Parts<'changes' | 'database'>,
  which: WhichCollection,
  changed: number,
  generationIds: string[],
): Promise<ItemsChange> {
  for (const generationId of generationIds)
    context.changes.publish({ accountId: which.accountId, generationId })
  const { row } = await readCollection(context, which)
  return { changed, items: row.items }
}

/**
 * Moves a record of a collection behind another one, or (`null`) to the beginning. Throws
 * `Refused`: `not_found` for the collection and for a record that is not in it, `smart_collection`.
 */
export async function moveItem(
  context: Parts<'database'>,
  which: WhichCollection,
  { id: moved, after: behind }: { id: string; after: string | null },
): Promise<void> {
  await inCollection(context, which, async (transaction) => {
    const isKnown =
      isId(moved) &&
      (behind === null || isId(behind)) &&
      (await moveRow(transaction, which, { moved, behind }))
    if (!isKnown) throw new Refused({ reason: 'not_found' })
  })
}

/** Changes a collection that is not smart, one call after the other. */
function inCollection<Result>(
  { database }: Parts<'database'>,
  which: WhichCollection,
  change: (transaction: Database, row: CollectionRow) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (transaction) => {
    const row = isId(which.id) ? await lockCollection(transaction, which) : undefined
    if (!row) throw new Refused({ reason: 'not_found' })
    if (row.kind !== null) throw new Refused({ reason: 'smart_collection' })
    return change(transaction, row)
  })
}

/** The records of a collection, in its order; of a smart one the newest. */
export const collectionList: RecordList = {
  path: '/api/collections/{id}',
  name: 'a collection',
  remark: 'Of a smart collection the newest 5,000 records.',
  async findIds(context, which, limit) {
    const { accountId } = which
    const { kind, filter } = (await readCollection(context, which)).row
    if (kind === null || filter === null) return listItemIds(context.database, which)
    const { rows } = await findPage(
      context.database,
      smartOrder({ accountId, kind, filter }, limit),
    )
    return rows.map(({ id }) => id)
  },
}
