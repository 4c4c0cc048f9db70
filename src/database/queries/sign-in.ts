import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { AccountRow } from '../tables.ts'

/** Sessions live this long after they were last used, in days. */
const sessionDays = 30

export async function insertSession(database: Database, session: { id: string; accountId: string; tokenHash: Buffer }) {
  await database
    .insertInto('session')
    .values({
      id: session.id,
      account_id: session.accountId,
      token_hash: session.tokenHash,
      expires_at: sql`now() + ${sessionDays} * interval '1 day'`,
    })
    .execute()
}

/** The account of a live session. The session's life is renewed, at most once an hour. */
export async function findAccountBySession(database: Database, tokenHash: Buffer): Promise<AccountRow | undefined> {
  const found = await database
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(sql<boolean>`session.last_seen_at < now() - interval '1 hour'`.as('stale'))
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  if (!found) return undefined

  const { stale, ...account } = found
  if (stale) {
    await database
      .updateTable('session')
      .set({ last_seen_at: sql`now()`, expires_at: sql`now() + ${sessionDays} * interval '1 day'` })
      .where('token_hash', '=', tokenHash)
      .execute()
  }
  return account
}

export async function deleteSession(database: Database, tokenHash: Buffer): Promise<void> {
  await database.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(database: Database): Promise<void> {
  await database.deleteFrom('session').where('expires_at', '<', sql<Date>`now()`).execute()
}

export async function insertApiKey(
  database: Database,
  key: { id: string; accountId: string; name: string; keyHash: Buffer },
) {
  await database
    .insertInto('api_key')
    .values({ id: key.id, account_id: key.accountId, name: key.name, key_hash: key.keyHash })
    .execute()
}

/** The account of an API key that has not been revoked. */
export async function findAccountByApiKey(database: Database, keyHash: Buffer): Promise<AccountRow | undefined> {
  return database
    .selectFrom('api_key')
    .innerJoin('account', 'account.id', 'api_key.account_id')
    .selectAll('account')
    .where('api_key.key_hash', '=', keyHash)
    .where('api_key.revoked_at', 'is', null)
    .executeTakeFirst()
}
