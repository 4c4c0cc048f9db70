import { v7 as uuid } from 'uuid'
import {
  findAccountByEmail,
  findAccountByIdentity,
  linkIdentity,
} from '#database/queries/accounts.ts'
import { restoreIdentity } from '#database/queries/delete-account.ts'
import { insertSession, takeAttempt } from '#database/queries/sessions.ts'
import type { AccountRow } from '#database/tables.ts'
import {
  type Identity,
  type SignInRefusal,
  SignInRefused,
  type SignInSecrets,
} from '#providers/identity/identity.ts'
import { findOrCreateAccount } from '../accounts/create-account.ts'
import type { ServiceContext } from '../context.ts'
import { signOut } from './sessions.ts'
import { hashIdentity, hashToken, newToken } from './tokens.ts'

/** What a browser returns with from the identity provider. */
export type SignInReturn = {
  /** The full address of the redirect. */
  callback: URL
  secrets: SignInSecrets
  userAgent: string | null
  /** The token of the session that the browser has had until now. */
  replaces: string | null
}

/** Longer user agents are cut. */
const maxUserAgent = 400

/** Returns the address to redirect to, and the state to keep until the person returns. */
export function beginSignIn(
  { identity }: ServiceContext,
  redirectUri: string,
): Promise<{ url: URL; secrets: SignInSecrets }> {
  return identity.begin(redirectUri)
}

/**
 * Verifies the identity provider's answer and opens a session with a new token, creating the
 * account at the first sign-in; the browser's earlier session ends. An attempt can be answered
 * once. Returns the session's token. Throws `SignInRefused`; any other error means that it could
 * not be verified.
 */
export async function finishSignIn(
  context: ServiceContext,
  { callback, secrets, ...browser }: SignInReturn,
): Promise<string> {
  if (!(await takeAttempt(context.database, hashToken(secrets.state)))) {
    throw new SignInRefused('failed', 'This sign-in was used before')
  }
  return openSession(context, await context.identity.finish(callback, secrets), browser)
}

type Browser = Pick<SignInReturn, 'userAgent' | 'replaces'>

async function openSession(
  context: ServiceContext,
  identity: Identity,
  browser: Browser,
): Promise<string> {
  const account = await findOwner(context, identity)
  if (browser.replaces !== null) await signOut(context, browser.replaces)
  const token = newToken(account.id)
  const opened = await insertSession(context.database, {
    id: uuid(),
    accountId: account.id,
    tokenHash: hashToken(token),
    userAgent: browser.userAgent?.slice(0, maxUserAgent) ?? null,
  })
  // The account was deleted in between: this sign-in creates a new one.
  if (!opened) return openSession(context, identity, browser)
  return token
}

/**
 * Returns the account of an identity: its own, else one with this (verified) e-mail that has no
 * identity yet, else a new one. An account of another identity is never returned, whatever its
 * e-mail (docs/decisions/0017-who-an-account-belongs-to.md). Debts of deleted accounts of the
 * identity are restored. Throws `SignInRefused` `taken`.
 */
export async function findOwner(context: ServiceContext, identity: Identity): Promise<AccountRow> {
  const hashes = hashIdentity(context.identityKey, identity)
  const owned = await findAccountByIdentity(context.database, identity)
  if (owned) return restoreDebt(context, owned, hashes)
  const { account } = await findOrCreateAccount(context, identity, hashes)
  const claimed = await linkIdentity(context.database, account.id, identity)
  // The same person signs in twice at once: the other request has claimed it, or it was deleted
  // just now.
  const found = claimed ?? (await findAccountByIdentity(context.database, identity))
  if (found) return restoreDebt(context, found, hashes)
  const holder = await findAccountByEmail(context.database, identity.email)
  if (!holder || holder.id !== account.id) return findOwner(context, identity)
  throw new SignInRefused('taken', 'The e-mail address belongs to an account with another identity')
}

/** An operator may have created the account before its owner's identity was known. */
async function restoreDebt(
  { database }: ServiceContext,
  account: AccountRow,
  hashes: readonly string[],
) {
  await database
    .transaction()
    .execute((transaction) => restoreIdentity(transaction, account.id, hashes))
  return account
}

/** Why a sign-in failed: it was refused, or the identity provider or we were unavailable. */
export function signInFailure(error: unknown): SignInRefusal | 'unavailable' {
  return error instanceof SignInRefused ? error.reason : 'unavailable'
}
