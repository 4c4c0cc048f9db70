import { v7 as uuid } from 'uuid'
import { findAccountByIdentity, linkIdentity } from '#database/queries/accounts.ts'
import {
  deleteExpiredSessions,
  deleteSession,
  findAccountByApiKey,
  findAccountBySession,
  insertApiKey,
  insertSession,
} from '#database/queries/sign-in.ts'
import type { AccountRow } from '#database/tables.ts'
import type { Identity, SignInSecrets } from '#providers/identity/identity.ts'
import type { ServiceContext } from '../context.ts'
import { findOrCreateAccount } from './create-account.ts'
import { hashToken, newToken } from './tokens.ts'

/** Programs send keys that begin like this, so that a leaked one can be recognised. */
const keyPrefix = 'atl_'

/** Where to send the person, and what to keep until they come back. */
export function beginSignIn(
  { identity }: ServiceContext,
  redirectUri: string,
): Promise<{ url: URL; secrets: SignInSecrets }> {
  return identity.begin(redirectUri)
}

/**
 * Checks what the identity provider sent back and opens a session, making the account at its first visit. Answers the
 * session's token. Throws `SignInRefused` of the identity port.
 */
export async function finishSignIn(context: ServiceContext, callback: URL, secrets: SignInSecrets): Promise<string> {
  return openSession(context, await context.identity.finish(callback, secrets))
}

async function openSession(context: ServiceContext, identity: Identity): Promise<string> {
  const account =
    (await findAccountByIdentity(context.database, identity.issuer, identity.subject)) ??
    (await linkedAccount(context, identity))
  const token = newToken()
  await insertSession(context.database, { id: uuid(), accountId: account.id, tokenHash: hashToken(token) })
  return token
}

async function linkedAccount(context: ServiceContext, identity: Identity): Promise<AccountRow> {
  const { account } = await findOrCreateAccount(context, identity)
  return linkIdentity(context.database, account.id, identity)
}

/** Ends the session of this token. */
export async function signOut({ database }: ServiceContext, token: string): Promise<void> {
  await deleteSession(database, hashToken(token))
}

/** Removes sessions that nobody used for 30 days. */
export async function forgetOldSessions({ database }: ServiceContext): Promise<void> {
  await deleteExpiredSessions(database)
}

/** Who holds this session token or API key; `undefined` for nobody. */
export function authenticate(
  { database }: ServiceContext,
  credential: { session: string } | { apiKey: string },
): Promise<AccountRow | undefined> {
  return 'session' in credential
    ? findAccountBySession(database, hashToken(credential.session))
    : findAccountByApiKey(database, hashToken(credential.apiKey))
}

/** Makes an API key. The answer is the only time it can be seen. */
export async function createApiKey({ database }: Pick<ServiceContext, 'database'>, accountId: string, name: string) {
  const key = newToken(keyPrefix)
  await insertApiKey(database, { id: uuid(), accountId, name, keyHash: hashToken(key) })
  return key
}
