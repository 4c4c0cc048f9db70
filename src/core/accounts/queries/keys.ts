import { type Kysely, sql } from 'kysely'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { relaxed } from '#platform/database/relaxed.ts'
import type { Tables } from '#platform/database/tables.ts'
import type { AccountRow, ApiKeyRow, KeyScope } from '../tables.ts'

/** A credential as it is stored: its account and its hash. */
export type StoredToken = { accountId: string; hash: Buffer }

export type NewKey = {
  id: string
  accountId: string
  name: string
  keyHash: Buffer
  hint: string
  scopes: KeyScope[]
}

/**
 * Inserts a key unless the account has the maximum of valid ones, also with concurrent calls.
 * `undefined`: it has, or it is deleted, and nothing was written.
 */
export function insertKey(
  database: Kysely<Tables>,
  key: NewKey,
  most: number,
): Promise<ApiKeyRow | undefined> {
  return database.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom('account')
      .select('id')
      .where('id', '=', key.accountId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || (await countKeys(transaction, key.accountId)) >= most) return undefined
    const { id, accountId, name, keyHash, hint, scopes } = key
    return transaction
      .insertInto('api_key')
      .values({ id, account_id: accountId, name, key_hash: keyHash, hint, scopes })
      .returningAll()
      .executeTakeFirst()
  })
}

async function countKeys(database: Kysely<Tables>, accountId: string): Promise<number> {
  const { count } = await database
    .selectFrom('api_key')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .where('client_hash', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the account's valid keys, newest first. */
export function listKeys(database: Kysely<Tables>, accountId: string): Promise<ApiKeyRow[]> {
  return database
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('client_hash', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Revokes a key of the account, also that of an application. `false`: it has no valid one of this id. */
export async function revokeKey(
  database: Kysely<Tables>,
  accountId: string,
  id: string,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('api_key')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A valid key and its account. */
export type KeyHolder = { account: AccountRow; key: Pick<ApiKeyRow, 'id' | 'scopes'> }

type Found = AccountRow & { key_id: string; key_scopes: ApiKeyRow['scopes']; is_stale: boolean }

/**
 * Returns the holder of this key, unless it is revoked. Its use is recorded at most
 * once a minute. Runs with every API request, so it is written as SQL: building it each time cost
 * as much as sending it.
 */
export async function findKeyHolder(
  database: Kysely<Tables>,
  { accountId, hash }: StoredToken,
): Promise<KeyHolder | undefined> {
  const { rows } = await sql<Found>`
    select account.*, api_key.id as key_id, api_key.scopes as key_scopes,
      coalesce(api_key.last_used_at < now() - interval '1 minute', true) as is_stale
    from api_key join account on account.id = api_key.account_id
    where key_hash = ${hash} and api_key.account_id = ${accountId} and revoked_at is null and deleted_at is null`.execute(
    database,
  )
  const [found] = rows
  if (!found) return undefined

  const { key_id: id, key_scopes: scopes, is_stale: isStale, ...account } = found
  if (isStale) await markUsed(database, accountId, id)
  return { account, key: { id, scopes } }
}

/** One of several concurrent uses writes. */
export async function markUsed(
  database: Kysely<Tables>,
  accountId: string,
  id: string,
): Promise<void> {
  await onShardOf(database, accountId)
    .updateTable('api_key')
    .from(relaxed)
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute()
}
