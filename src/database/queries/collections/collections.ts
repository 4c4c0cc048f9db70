import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { onShardOf } from '../../distributed/accounts-shard.ts'
import type { CollectionRow, Tables } from '../../tables.ts'
import { lockOpenAccount } from '../accounts/accounts.ts'

/** A collection, how many records it shows, and whose files are its cover. */
export type CollectionSummary = CollectionRow & {
  items: number
  /** `null`: no record of it has a file. Of a filter always. */
  cover_generation: string | null
}

export type WhichCollection = { accountId: string; id: string }

/**
 * Inserts a collection, unless the account has `most`, also with concurrent calls, or is deleted:
 * `false`.
 */
export function insertCollection(
  database: Database,
  collection: Insertable<Tables['collection']>,
  most: number,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    const own = onShardOf(transaction, collection.account_id)
    if (!(await lockOpenAccount(own, collection.account_id))) return false
    const { count } = await own
      .selectFrom('collection')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('account_id', '=', collection.account_id)
      .executeTakeFirstOrThrow()
    if (Number(count) >= most) return false
    await own.insertInto('collection').values(collection).execute()
    return true
  })
}

/** The first item that is shown and has a file, or this one if it is such an item. */
const coverOf = (condition: RawBuilder<unknown>) => sql`(
  select item.generation_id from collection_item as item
  where item.account_id = collection.account_id and item.collection_id = collection.id and item.is_live
    and ${condition}
    and exists (select from media where media.generation_id = item.generation_id
      and media.account_id = item.account_id and media.role = 'output')
  order by item.position, item.generation_id limit 1)`

const summary = sql`
  select collection.*,
    (select count(*)::int from collection_item as item
      where item.account_id = collection.account_id and item.collection_id = collection.id and item.is_live) as items,
    coalesce(${coverOf(sql`item.generation_id = collection.cover_id`)}, ${coverOf(sql`true`)}) as cover_generation
  from collection`

/** Returns an account's collections, the newest first. `after`: only those before this one; `search`: in their names. */
export async function listCollections(
  database: Database,
  {
    accountId,
    after = null,
    search = null,
    limit,
  }: { accountId: string; after?: string | null; search?: string | null; limit: number },
): Promise<CollectionSummary[]> {
  const { rows } = await sql<CollectionSummary>`
    ${summary}
    where account_id = ${accountId} and (${after}::uuid is null or id < ${after}::uuid)
      and (${search}::text is null or strpos(lower(name), lower(${search}::text)) > 0)
    order by id desc limit ${limit}`.execute(onShardOf(database, accountId))
  return rows
}

/** Returns a collection of the account. */
export async function findCollection(
  database: Database,
  { accountId, id }: WhichCollection,
): Promise<CollectionSummary | undefined> {
  const { rows } = await sql<CollectionSummary>`
    ${summary} where account_id = ${accountId} and id = ${id}`.execute(
    onShardOf(database, accountId),
  )
  return rows[0]
}

/** Locks a collection, so that its items are changed one call after the other. */
export function lockCollection(
  transaction: Database,
  { accountId, id }: WhichCollection,
): Promise<CollectionRow | undefined> {
  return onShardOf(transaction, accountId)
    .selectFrom('collection')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export type CollectionChange = {
  name?: string | undefined
  /** An item of it, or `null`: the first one. */
  coverId?: string | null | undefined
  /** Of a smart collection, as JSON. */
  filter?: string | undefined
}

/** Changes what is given of a collection. `false`: the account has no such collection. */
export async function updateCollection(
  database: Database,
  { accountId, id }: WhichCollection,
  { name, coverId, filter }: CollectionChange,
): Promise<boolean> {
  const { numUpdatedRows } = await onShardOf(database, accountId)
    .updateTable('collection')
    .set({
      updated_at: sql`clock_timestamp()`,
      ...(name !== undefined && { name }),
      ...(coverId !== undefined && { cover_id: coverId }),
      ...(filter !== undefined && { filter }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes a locked collection with its items; their records stay. Runs in a transaction. */
export async function deleteCollection(
  transaction: Database,
  { accountId, id }: WhichCollection,
): Promise<void> {
  const own = onShardOf(transaction, accountId)
  await own
    .deleteFrom('collection_item')
    .where('account_id', '=', accountId)
    .where('collection_id', '=', id)
    .execute()
  await own
    .deleteFrom('collection')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}
