import { sql } from 'kysely'
import type { GenerationRow } from '#core/generations/tables.ts'
import type { PurgingPart } from '#core/history/queries/purge.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { WhichCollection } from './collection-queries.ts'

/** How far apart the positions of neighbours are at first; there is room to move 20 records between. */
const gap = 1_048_576

/** Where a page of items ends: the last item, and the position that it had. */
export type ItemPlace = { position: string; id: string }

type ItemPage = WhichCollection & {
  after: ItemPlace | null
  limit: number
  /** As others see it: only public records with a file. */
  isPublic?: boolean
}

/**
 * Returns a page of a collection's records in their order. The next page begins
 * after the last item of the one before, where that is now; if it was removed, where it was.
 */
export async function listItems(
  database: Database,
  { accountId, id, after, limit, isPublic = false }: ItemPage,
): Promise<(GenerationRow & { position: string })[]> {
  const { rows } = await sql<GenerationRow & { position: string }>`
    with place as (
      select coalesce((select position from collection_item
        where account_id = ${accountId} and collection_id = ${id} and generation_id = ${after?.id ?? null}::uuid),
        ${after?.position ?? null}::bigint) as position
    )
    select record.*, item.position from collection_item as item
    join generation_with_job as record on record.id = item.generation_id and record.account_id = item.account_id
    where item.account_id = ${accountId} and item.collection_id = ${id} and item.is_live
      and record.deleted_at is null and record.removed_at is null
      and (${after === null} or (item.position, item.generation_id)
        > ((select position from place), ${after?.id ?? null}::uuid))
      and (${!isPublic} or (record.is_public and exists (select from media
        where media.generation_id = record.id and media.account_id = record.account_id and media.role = 'output')))
    order by item.position, item.generation_id limit ${limit}`.execute(
    onShardOf(database, accountId),
  )
  return rows
}

/** Returns the ids of all records of a collection that are not deleted, in their order. */
export async function listItemIds(
  database: Database,
  { accountId, id }: WhichCollection,
): Promise<string[]> {
  const rows = await onShardOf(database, accountId)
    .selectFrom('collection_item')
    .select('generation_id')
    .where('account_id', '=', accountId)
    .where('collection_id', '=', id)
    .where('is_live', '=', true)
    .orderBy('position')
    .orderBy('generation_id')
    .execute()
  return rows.map(({ generation_id }) => generation_id)
}

/**
 * Adds those of these records to the end of a locked collection that are the account's, not deleted
 * or removed, and not in it. Returns which, and whether the account has any of them; `full`: it
 * would have more than `most`, and nothing was added. Runs in a transaction.
 */
export async function insertItems(
  transaction: Database,
  { accountId, id }: WhichCollection,
  ids: readonly string[],
  most: number,
): Promise<{ added: string[]; known: number } | 'full'> {
  const own = onShardOf(transaction, accountId)
  // Locked, so that a deletion or takedown waits and changes the new items, or is seen.
  const { rows: known } = await sql<{ id: string; is_in: boolean }>`
    select id, exists (select from collection_item as item where item.account_id = ${accountId}
      and item.collection_id = ${id} and item.generation_id = generation.id) as is_in
    from generation where id = any(${ids}::uuid[]) and account_id = ${accountId}
      and deleted_at is null and removed_at is null
    order by id for share`.execute(own)
  const isNew = new Set(known.filter(({ is_in }) => !is_in).map((row) => row.id))
  const added = [...new Set(ids.map((one) => one.toLowerCase()))].filter((one) => isNew.has(one))
  if (added.length === 0) return { added, known: known.length }
  const { rows } = await sql<{ count: number; last: string }>`
    select count(*)::int as count, coalesce(max(position), 0)::text as last from collection_item
    where account_id = ${accountId} and collection_id = ${id}`.execute(own)
  const [{ count, last } = { count: 0, last: '0' }] = rows
  if (count + added.length > most) return 'full'
  await sql`
    insert into collection_item (account_id, collection_id, generation_id, position)
    select ${accountId}::uuid, ${id}::uuid, asked.id, ${last}::bigint + place * ${gap}
    from unnest(${added}::uuid[]) with ordinality as asked (id, place)`.execute(own)
  return { added, known: known.length }
}

/** Removes records from a locked collection. Returns which were in it. Runs in a transaction. */
export async function deleteItems(
  transaction: Database,
  { accountId, id }: WhichCollection,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ generation_id: string }>`
    delete from collection_item
    where account_id = ${accountId} and collection_id = ${id} and generation_id = any(${ids}::uuid[])
    returning generation_id`.execute(onShardOf(transaction, accountId))
  return rows.map(({ generation_id }) => generation_id)
}

/** Whether a record is in a collection and not deleted. */
export async function hasItem(
  database: Database,
  { accountId, id }: WhichCollection,
  generationId: string,
): Promise<boolean> {
  const row = await onShardOf(database, accountId)
    .selectFrom('collection_item')
    .select('generation_id')
    .where('account_id', '=', accountId)
    .where('collection_id', '=', id)
    .where('generation_id', '=', generationId)
    .where('is_live', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Moves an item of a locked collection behind another, or (`null`) to the beginning. `false`: one
 * of both is not in it. Runs in a transaction.
 */
export async function moveItem(
  transaction: Database,
  which: WhichCollection,
  { moved, behind }: { moved: string; behind: string | null },
): Promise<boolean> {
  if (!(await hasItem(transaction, which, moved))) return false
  if (behind !== null && !(await hasItem(transaction, which, behind))) return false
  if (behind === moved) return true
  const position =
    (await freePosition(transaction, which, { moved, behind })) ??
    (await renumber(transaction, which).then(() =>
      freePosition(transaction, which, { moved, behind }),
    ))
  if (position === null) throw new Error('There is no position between two items')
  await onShardOf(transaction, which.accountId)
    .updateTable('collection_item')
    .set({ position })
    .where('account_id', '=', which.accountId)
    .where('collection_id', '=', which.id)
    .where('generation_id', '=', moved)
    .execute()
  return true
}

/** A position between an item and the next one; `null`: there is no room. */
async function freePosition(
  transaction: Database,
  { accountId, id }: WhichCollection,
  { moved, behind }: { moved: string; behind: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ position: string | null }>`
    with others as (
      select generation_id, position from collection_item
      where account_id = ${accountId} and collection_id = ${id} and generation_id <> ${moved}
    ), before as (
      select position from others where generation_id = ${behind}::uuid
    ), next as (
      select min(position) as position from others
      where position > coalesce((select position from before), -9223372036854775808)
    ), bounds as (
      select coalesce((select position from before), next.position - 2 * ${gap}, 0) as low,
        coalesce(next.position, (select position from before) + 2 * ${gap}, 2 * ${gap}) as high
      from next
    )
    select case when high - low >= 2 then ((low + high) / 2)::text end as position from bounds`.execute(
    onShardOf(transaction, accountId),
  )
  return rows[0]?.position ?? null
}

/** Gives all items of a collection positions with the same distance, in their order. */
async function renumber(transaction: Database, { accountId, id }: WhichCollection): Promise<void> {
  await sql`
    with numbered as (
      select generation_id, row_number() over (order by position, generation_id) as place from collection_item
      where account_id = ${accountId} and collection_id = ${id}
    )
    update collection_item as item set position = numbered.place * ${gap} from numbered
    where item.account_id = ${accountId} and item.collection_id = ${id}
      and item.generation_id = numbered.generation_id`.execute(onShardOf(transaction, accountId))
}

/** Deletes the items of records that are purged. */
export const deleteItemsOfPurged: PurgingPart = {
  name: 'items',
  part: sql`
      delete from collection_item as item using due
      where item.generation_id = due.id and item.account_id = due.account_id`,
}
