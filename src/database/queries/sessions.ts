import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { AccountRow, SessionRow } from '../tables.ts'

/** Sessions expire this long after their last use, in days. */
const sessionDays = 30

/** `replaces`: the hash of the browser's previous session, of any account. */
export type NewSession = {
  id: string
  accountId: string
  tokenHash: Buffer
  userAgent?: string | null
  replaces?: Buffer | null
}

/**
 * Opens a session and ends the one it replaces, both or neither. Returns the account of the ended
 * one, if any; `null`: the account is deleted, also concurrently, and nothing was written.
 */
export async function insertSession(
  database: Database,
  { id, accountId, tokenHash, userAgent = null, replaces = null }: NewSession,
): Promise<{ endedOf: string | null } | null> {
  const { rows } = await sql<{ ended_of: string | null }>`
    with owner as (
      select id from account where id = ${accountId} and deleted_at is null for share
    ), ended as (
      delete from session using owner where token_hash = ${replaces}::bytea returning session.account_id
    ), opened as (
      insert into session (id, account_id, token_hash, user_agent, expires_at)
      select ${id}, owner.id, ${tokenHash}::bytea, ${userAgent}, now() + ${sessionDays} * interval '1 day' from owner
      returning id
    )
    select (select account_id from ended) as ended_of from opened`.execute(database)
  return rows[0] ? { endedOf: rows[0].ended_of } : null
}

/** Returns the account of a valid session and extends the session, at most once an hour. */
export async function findAccountBySession(
  database: Database,
  tokenHash: Buffer,
): Promise<AccountRow | undefined> {
  const found = await database
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .selectAll('account')
    .select(sql<boolean>`session.last_seen_at < now() - interval '1 hour'`.as('stale'))
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('account.deleted_at', 'is', null)
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

/** Deletes up to `limit` expired sessions; returns how many. */
export async function deleteExpiredSessions(database: Database, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from session where (account_id, id) in (
      select account_id, id from session where expires_at < now() limit ${limit})`.execute(database)
  return Number(numAffectedRows ?? 0)
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
  tokenHash: Buffer,
  age: number,
): Promise<boolean | null> {
  const found = await database
    .selectFrom('session')
    .select(sql<boolean>`created_at > now() - ${age} * interval '1 ms'`.as('is_young'))
    .where('token_hash', '=', tokenHash)
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

/** Ends the session with this token and returns its account. */
export async function deleteSession(
  database: Database,
  tokenHash: Buffer,
): Promise<string | undefined> {
  const ended = await database
    .deleteFrom('session')
    .where('token_hash', '=', tokenHash)
    .returning('account_id')
    .executeTakeFirst()
  return ended?.account_id
}

/**
 * Returns those of these hashes of session tokens and API keys that are valid, in hexadecimal.
 */
export async function findLiveCredentials(
  database: Database,
  hashes: { sessions: Buffer[]; apiKeys: Buffer[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    select encode(token_hash, 'hex') as hash from session
    where token_hash = any(${hashes.sessions}::bytea[]) and expires_at > now()
    union all
    select encode(key_hash, 'hex') from api_key
    where key_hash = any(${hashes.apiKeys}::bytea[]) and revoked_at is null`.execute(database)
  return new Set(rows.map(({ hash }) => hash))
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
