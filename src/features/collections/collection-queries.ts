import {
  type ColumnType,
  type Generated,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
} from 'kysely'
import { lockOpenAccount } from '#core/accounts/queries/accounts.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { Tables, WithDefault } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    collection: CollectionTable
    collection_item: CollectionItemTable
    collection_link: CollectionLinkTable
  }
}

/** A collection of records in an order, or (`kind`) a filter of a history under a name. */
type CollectionTable = {
  id: string
  account_id: string
  name: string
  kind: WithDefault<Kind | null>
  /** As a body of the API names it (`historyFilter`). */
  filter: ColumnType<Record<string, unknown> | null, string | null | undefined, string>
  /** The item that its owner chose; `null`, or an item that has left: the first one. */
  cover_id: WithDefault<string | null>
  /** `null`: it has no share page. */
  share_token: WithDefault<string | null>
  is_listed: WithDefault<boolean>
  shows_settings: WithDefault<boolean>
  shared_at: WithDefault<Date | null>
  created_at: Generated<Date>
  updated_at: WithDefault<Date>
}

export type CollectionRow = Selectable<CollectionTable>

/** A record in a collection. A trigger follows the record's deletion, removal and visibility. */
type CollectionItemTable = {
  account_id: string
  collection_id: string
  generation_id: string
  /** Items are ordered by it, and by their ids. */
  position: string
  /** Whether the record is not deleted; until it is purged, the deletion can be undone. */
  is_live: WithDefault<boolean>
  /** Whether the record is public because a shared collection contains it. */
  made_public: WithDefault<boolean>
  added_at: Generated<Date>
}

/** Finds share pages of collections by their token among all accounts; it may name an ended one. */
type CollectionLinkTable = { token: string; account_id: string; collection_id: string }

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
