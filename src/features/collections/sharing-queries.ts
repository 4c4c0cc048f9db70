import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import type { CollectionRow, WhichCollection } from './collection-queries.ts'

type NewShare = {
  /** The token if the collection has no share page yet. */
  token: string
  isListed: boolean
  showsSettings: boolean
}

/** Creates or changes the share page of a locked collection. Runs in a transaction. */
export async function saveCollectionShare(
  transaction: Database,
  collection: CollectionRow,
  { token, isListed, showsSettings }: NewShare,
): Promise<void> {
  const { account_id, id } = collection
  const isNew = collection.share_token === null
  await onShardOf(transaction, account_id)
    .updateTable('collection')
    .set({
      ...(isNew && { share_token: token, shared_at: sql`clock_timestamp()` }),
      ...{ is_listed: isListed, shows_settings: showsSettings },
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
  if (!isNew) return
  await transaction
    .insertInto('collection_link')
    .values({ token, account_id, collection_id: id })
    .execute()
}

/** Ends the share page of a locked collection. Runs in a transaction. */
export async function deleteCollectionShare(
  transaction: Database,
  { account_id, id, share_token }: CollectionRow,
): Promise<void> {
  await onShardOf(transaction, account_id)
    .updateTable('collection')
    .set({ share_token: null, shared_at: null, is_listed: false, shows_settings: false })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
  if (share_token !== null)
    await transaction.deleteFrom('collection_link').where('token', '=', share_token).execute()
}

/**
 * Makes these records of a shared collection public, or (`null`) all of them, and remembers which
 * were not. Returns those that have changed.
 */
export async function publishItems(
  transaction: Database,
  { accountId, id }: WhichCollection,
  ids: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string; was_public: boolean }>`
    with wanted as (
      select generation.id, generation.is_public from generation
      join collection_item as item on item.generation_id = generation.id and item.account_id = generation.account_id
      where item.account_id = ${accountId} and item.collection_id = ${id} and item.is_live
        and (${ids}::uuid[] is null or generation.id = any(${ids}::uuid[])) and generation.account_id = ${accountId}
        and deleted_at is null and removed_at is null
      order by generation.id for update of generation
    ), published as (
      update generation set is_public = true, updated_at = clock_timestamp() from wanted
      where generation.id = wanted.id and generation.account_id = ${accountId} and not wanted.is_public
    ), remembered as (
      update collection_item as item set made_public = true from wanted
      where item.account_id = ${accountId} and item.collection_id = ${id} and item.generation_id = wanted.id
        and (not wanted.is_public or exists (select from collection_item as other
          where other.account_id = ${accountId} and other.generation_id = wanted.id and other.made_public))
    )
    select id, is_public as was_public from wanted`.execute(onShardOf(transaction, accountId))
  return rows.flatMap((row) => (row.was_public ? [] : [row.id]))
}

/**
 * Makes these records of a collection, or (`null`) all of them, private if they are public because
 * of it alone: they have no share page, and no other shared collection has them. It must run before
 * they leave. Returns which were.
 */
export async function hideItems(
  transaction: Database,
  { accountId, id }: WhichCollection,
  ids: readonly string[] | null,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with made_public as (
      select generation_id from collection_item
      where account_id = ${accountId} and collection_id = ${id} and made_public
        and (${ids}::uuid[] is null or generation_id = any(${ids}::uuid[]))
    ), alone as (
      select generation_id from made_public
      where not exists (select from share where share.account_id = ${accountId}
          and share.generation_id = made_public.generation_id)
        and not exists (select from collection_item as other
          join collection on collection.id = other.collection_id and collection.account_id = other.account_id
          where other.account_id = ${accountId} and other.generation_id = made_public.generation_id
            and other.collection_id <> ${id} and collection.share_token is not null)
    ), kept as (
      update collection_item set made_public = false
      where account_id = ${accountId} and collection_id = ${id}
        and generation_id in (select generation_id from made_public)
        and generation_id not in (select generation_id from alone)
    )
    update generation set is_public = false, updated_at = clock_timestamp() from alone
    where generation.id = alone.generation_id and generation.account_id = ${accountId} and generation.is_public
    returning generation.id`.execute(onShardOf(transaction, accountId))
  return rows.map((row) => row.id)
}

/** Returns the shared collection that a token leads to; `undefined`: it ended, or its account is suspended. */
export async function findSharedCollection(
  database: Database,
  token: string,
): Promise<CollectionRow | undefined> {
  const link = await database
    .selectFrom('collection_link')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst()
  if (!link) return undefined
  return database
    .selectFrom('collection')
    .innerJoin('account', 'account.id', 'collection.account_id')
    .selectAll('collection')
    .where('collection.account_id', '=', link.account_id)
    .where('collection.id', '=', link.collection_id)
    .where('collection.share_token', '=', token)
    .where('account.deleted_at', 'is', null)
    .where('account.suspended_at', 'is', null)
    .executeTakeFirst()
}

/** Deletes what finds the share pages of an account's collections. Runs in a transaction. */
export async function deleteLinksOf(transaction: Database, accountId: string): Promise<void> {
  await transaction.deleteFrom('collection_link').where('account_id', '=', accountId).execute()
}
