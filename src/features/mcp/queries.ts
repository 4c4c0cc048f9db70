import { type ColumnType, type Generated, type Kysely, sql } from 'kysely'
import { type KeyHolder, markUsed, type StoredToken } from '#core/accounts/queries/keys.ts'
import type { LiveTokens } from '#core/accounts/queries/sessions.ts'
import type { ApiKeyRow } from '#core/accounts/tables.ts'
import type { Database } from '#platform/database/database.ts'
import { dayOf, monthOf } from '#platform/database/days.ts'
import { deleteDue } from '#platform/database/distributed/each-account.ts'
import type { Tables } from '#platform/database/tables.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    oauth_token: OAuthTokenTable
  }
}

export type OAuthTokenKind = 'code' | 'access' | 'refresh'

/** Tokens of connected applications; only their hashes are kept. */
type OAuthTokenTable = {
  id: string
  account_id: string
  /** The application's row of `api_key`. */
  key_id: string
  kind: OAuthTokenKind
  token_hash: Buffer
  /** Of a code: what its request said (RFC 7636), and where it was sent. */
  code_challenge: string | null
  redirect_uri: string | null
  /** Of a code: for how many days the person connects the application. */
  grant_days: number | null
  expires_at: Date
  /** A code or a refresh token is used once. */
  used_at: ColumnType<Date | null, never, Date | null>
  created_at: Generated<Date>
}

/** An application that a person allows: a key that no one has, and the code for its tokens. */
export type NewApplication = Pick<
  ApiKeyRow,
  'id' | 'account_id' | 'name' | 'hint' | 'scopes' | 'daily_cap' | 'monthly_cap' | 'key_hash'
> & {
  client_hash: Buffer
  code: {
    id: string
    hash: Buffer
    challenge: string
    redirectUri: string
    days: number
    seconds: number
  }
}

/**
 * Inserts an application and its code unless the account has `most` of them. `false`: it has, or it
 * is deleted, and nothing was written.
 */
export function insertApplication(
  database: Database,
  { code, ...application }: NewApplication,
  most: number,
): Promise<boolean> {
  const { account_id } = application
  return database.transaction().execute(async (transaction) => {
    const account = await transaction
      .selectFrom('account')
      .select('id')
      .where('id', '=', account_id)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!account || (await listApplications(transaction, account_id)).length >= most) return false
    // Until the code is used it lives no longer than the code.
    const expires_at = sql<Date>`now() + ${code.seconds} * interval '1 s'`
    await transaction
      .insertInto('api_key')
      .values({ ...application, expires_at })
      .execute()
    const token = { account_id, key_id: application.id, kind: 'code', expires_at } as const
    const { hash: token_hash, challenge, redirectUri: redirect_uri, days: grant_days } = code
    await transaction
      .insertInto('oauth_token')
      .values({
        id: code.id,
        ...token,
        token_hash,
        code_challenge: challenge,
        redirect_uri,
        grant_days,
      })
      .execute()
    return true
  })
}

/** An application with what it has spent on the current day and month (UTC). */
export type ApplicationRow = ApiKeyRow & { expires_at: Date; today: number; this_month: number }

/** Returns the account's connected applications, newest first. */
export async function listApplications(
  database: Kysely<Tables>,
  accountId: string,
): Promise<ApplicationRow[]> {
  const { rows } = await sql<ApplicationRow>`
    select *, case when spent_day >= ${dayOf(sql`now()`)} then spent else 0 end as today,
      case when spent_month >= ${monthOf(sql`now()`)} then spent_in_month else 0 end as this_month
    from api_key
    where account_id = ${accountId} and client_hash is not null and revoked_at is null and expires_at > now()
    order by created_at desc, id desc`.execute(database)
  return rows
}

/** Changes the caps of a connected application. `false`: the account has none of this id. */
export async function updateApplication(
  database: Database,
  { accountId, id }: { accountId: string; id: string },
  caps: Pick<ApiKeyRow, 'daily_cap' | 'monthly_cap'>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('api_key')
    .set(caps)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('client_hash', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A code or refresh token that was valid until now. */
export type UsedToken = {
  key_id: string
  scopes: ApiKeyRow['scopes']
  code_challenge: string | null
  redirect_uri: string | null
  grant_days: number | null
}

/** Uses up a code or a refresh token of this client. `undefined`: it is not valid, or not its. */
export async function takeToken(
  database: Database,
  { accountId, hash }: StoredToken,
  { kind, clientHash }: { kind: OAuthTokenKind; clientHash: Buffer },
): Promise<UsedToken | undefined> {
  const { rows } = await sql<UsedToken>`
    update oauth_token set used_at = now() from api_key
    where token_hash = ${hash} and oauth_token.account_id = ${accountId} and kind = ${kind}
      and used_at is null and oauth_token.expires_at > now()
      and api_key.id = key_id and api_key.account_id = ${accountId} and client_hash = ${clientHash}
      and revoked_at is null and api_key.expires_at > now()
    returning key_id, scopes, code_challenge, redirect_uri, grant_days`.execute(database)
  return rows[0]
}

/** Returns the application that a token is of, where `isUsed` says whether it was used up. */
export async function findTokenKey(
  database: Database,
  { accountId, hash }: StoredToken,
): Promise<{ keyId: string; isUsed: boolean; clientHash: Buffer | null } | undefined> {
  const { rows } = await sql<{ keyId: string; isUsed: boolean; clientHash: Buffer | null }>`
    select key_id as "keyId", used_at is not null as "isUsed", client_hash as "clientHash"
    from oauth_token join api_key on api_key.id = key_id and api_key.account_id = ${accountId}
    where token_hash = ${hash} and oauth_token.account_id = ${accountId}`.execute(database)
  return rows[0]
}

/**
 * Inserts an access and a refresh token. `days`: the application stays connected so long from now;
 * `null`: as long as before. No token outlives it. `accessSeconds`: how long the first one lasts.
 */
export async function insertTokens(
  database: Database,
  { accountId, keyId, days }: { accountId: string; keyId: string; days: number | null },
  tokens: { ids: [string, string]; access: Buffer; refresh: Buffer; accessSeconds: number },
): Promise<void> {
  if (days !== null) {
    await database
      .updateTable('api_key')
      .set({ expires_at: sql`now() + ${days} * interval '1 day'` })
      .where('id', '=', keyId)
      .where('account_id', '=', accountId)
      .execute()
  }
  await sql`
    insert into oauth_token (id, account_id, key_id, kind, token_hash, expires_at)
    select given.id, ${accountId}, api_key.id, given.kind, given.hash,
      least(api_key.expires_at, now() + given.seconds * interval '1 s')
    from api_key, (values
      (${tokens.ids[0]}::uuid, 'access', ${tokens.access}::bytea, ${tokens.accessSeconds}::int),
      (${tokens.ids[1]}::uuid, 'refresh', ${tokens.refresh}::bytea, 400 * 86400)
    ) as given(id, kind, hash, seconds)
    where api_key.id = ${keyId} and api_key.account_id = ${accountId}`.execute(database)
}

/** Returns the holder of an access token, unless it or its application is no longer valid. */
export async function findTokenHolder(
  database: Database,
  { accountId, hash }: StoredToken,
): Promise<KeyHolder | undefined> {
  const { rows } = await sql<
    KeyHolder['account'] & { key_id: string; key_scopes: ApiKeyRow['scopes']; is_stale: boolean }
  >`
    select account.*, api_key.id as key_id, api_key.scopes as key_scopes,
      coalesce(api_key.last_used_at < now() - interval '1 minute', true) as is_stale
    from oauth_token
      join api_key on api_key.id = key_id and api_key.account_id = ${accountId}
      join account on account.id = ${accountId}
    where token_hash = ${hash} and oauth_token.account_id = ${accountId} and kind = 'access'
      and oauth_token.expires_at > now() and revoked_at is null and api_key.expires_at > now()
      and deleted_at is null`.execute(database)
  const [found] = rows
  if (!found) return undefined
  const { key_id: id, key_scopes: scopes, is_stale: isStale, ...account } = found
  if (isStale) await markUsed(database, accountId, id)
  return { account, key: { id, scopes } }
}

/** Selects the valid ones of these access tokens with the e-mail addresses of their accounts. */
export const selectLiveTokens: LiveTokens = (hashes) => sql`
    select encode(token_hash, 'hex'), email from oauth_token
      join api_key on api_key.id = key_id and api_key.account_id = oauth_token.account_id
      join account on account.id = oauth_token.account_id
    where token_hash = any(${hashes}::bytea[]) and oauth_token.kind = 'access'
      and oauth_token.expires_at > now() and revoked_at is null`

/** Deletes up to `limit` expired tokens; returns how many. */
export function deleteExpiredTokens(database: Database, limit: number): Promise<number> {
  return deleteDue(database, 'oauth_token', sql`expires_at < now() limit ${limit}`)
}
