import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { onShardOf } from '#platform/database/distributed/accounts-shard.ts'
import { deleteDue } from '#platform/database/distributed/each-account.ts'
import type { AccountRow, SessionRow } from '../tables.ts'
import type { StoredToken } from './keys.ts'

/** Sessions expire this long after their last use, in days. */
const sessionDays = 30

export type NewSession = {
  id: string
  accountId: string
  tokenHash: Buffer
  userAgent?: string | null
}

/** Opens a session. `false`: the account is deleted, also concurrently, and nothing was written. */
export async function insertSession(
  database: Database,
  { id, accountId, tokenHash, userAgent = null }: NewSession,
): Promise<boolean> {
  const { rows } = await sql`
    with owner as (
      select id from account where id = ${accountId} and deleted_at is null for share
    )
    insert into session (id, account_id, token_hash, user_agent, expires_at)
    select ${id}, owner.id, ${tokenHash}::bytea, ${userAgent}, now() + ${sessionDays} * interval '1 day' from owner
    returning id`.execute(onShardOf(database, accountId))
  return rows.length === 1
}

/** Returns the account of a valid session and extends the session, at most once an hour. */
export async function findAccountBySession(
  database: Database,
  { accountId, hash }: StoredToken,
): Promise<AccountRow | undefined> {
  const found = await database
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(sql<boolean>`session.last_seen_at < now() - interval '1 hour'`.as('stale'))
    .where('session.token_hash', '=', hash)
    .where('session.account_id', '=', accountId)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('account.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return undefined

  const { stale, ...account } = found
  if (stale) {
    await database
      .updateTable('session')
      .set({ last_seen_at: sql`now()`, expires_at: sql`now() + ${sessionDays} * interval '1 day'` })
      .where('token_hash', '=', hash)
      .where('account_id', '=', accountId)
      .execute()
  }
  return account
}

/** Deletes up to `limit` expired sessions; returns how many. */
export function deleteExpiredSessions(database: Database, limit: number): Promise<number> {
  return deleteDue(database, 'session', sql`expires_at < now() limit ${limit}`)
}

/** Returns the account's valid sessions, the last used first. */
export function listSessions(database: Database, accountId: string): Promise<SessionRow[]> {
  return database
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

/** Whether it was opened within the last `age` ms; `null`: it does not exist. */
export async function isSessionYoung(
  database: Database,
  { accountId, hash }: StoredToken,
  age: number,
): Promise<boolean | null> {
  const found = await database
    .selectFrom('session')
    .select(sql<boolean>`created_at > now() - ${age} * interval '1 ms'`.as('is_young'))
    .where('token_hash', '=', hash)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return found?.is_young ?? null
}

/** Ends the account's own session. `false`: it has none of this id. */
export async function deleteSessionOf(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Ends all sessions of an account. Returns how many there were. */
export async function deleteSessionsOf(database: Database, accountId: string): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Ends all sessions of all accounts. Returns how many there were. */
export async function deleteAllSessions(database: Database): Promise<number> {
  return Number((await database.deleteFrom('session').executeTakeFirstOrThrow()).numDeletedRows)
}

/** Ends the session with this token. `false`: it had ended. */
export async function deleteSession(
  database: Database,
  { accountId, hash }: StoredToken,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('session')
    .where('token_hash', '=', hash)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Selects the hash and the e-mail address of each valid one of these tokens (`findLiveCredentials`). */
export type LiveTokens = (hashes: Buffer[]) => RawBuilder<unknown>

/**
 * Returns those of these hashes of session tokens and API keys that are valid, in hexadecimal, each
 * with the e-mail address of its account. `parts` select the same of the tokens of features.
 */
export async function findLiveCredentials(
  database: Database,
  hashes: { sessions: Buffer[]; apiKeys: Buffer[] },
  parts: readonly LiveTokens[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ hash: string; email: string }>`
    select encode(token_hash, 'hex') as hash, email from session join account on account.id = account_id
    where token_hash = any(${hashes.sessions}::bytea[]) and expires_at > now()
    union all
    select encode(key_hash, 'hex'), email from api_key join account on account.id = account_id
    where key_hash = any(${hashes.apiKeys}::bytea[]) and revoked_at is null ${sql.join(
      parts.map((part) => sql`union all ${part(hashes.apiKeys)}`),
      sql` `,
    )}`.execute(database)
  return new Map(rows.map(({ hash, email }) => [hash, email]))
}

/** Marks a sign-in attempt as used. `false`: it was used before, in any process. */
export async function takeAttempt(database: Database, stateHash: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('sign_in_used')
    .values({ state_hash: stateHash })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Deletes used attempts older than `time` ms, which have expired. */
export async function deleteUsedAttempts(database: Database, time: number): Promise<void> {
  await database
    .deleteFrom('sign_in_used')
    .where('used_at', '<', sql<Date>`now() - ${time} * interval '1 ms'`)
    .execute()
}
