import { type Kysely, sql } from 'kysely'
import type { ApiKeyRow, KeyScope, Tables } from '../../tables.ts'

export type NewKey = {
  id: string
  accountId: string
  name: string
  keyHash: Buffer
  hint: string
  scopes: KeyScope[]
}

/**
 * Makes a key unless the account has as many live ones as it may, also when several are made at
 * once. `undefined`: it has, or it is deleted, and nothing was written.
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
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The account's live keys, newest first. */
export function listKeys(database: Kysely<Tables>, accountId: string): Promise<ApiKeyRow[]> {
  return database
    .selectFrom('api_key')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Ends a key of the account. `false`: it has no live one of this id. */
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
