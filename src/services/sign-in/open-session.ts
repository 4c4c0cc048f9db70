import { v7 as uuid } from 'uuid'
import { claimAccount, findAccountByEmail, findOwned } from '#database/queries/accounts.ts'
import { recallIdentity } from '#database/queries/delete-account.ts'
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
import { hashIdentity, hashToken, newToken } from './tokens.ts'

/** What a browser comes back with from the identity provider. */
export type SignInReturn = {
  /** The full address, as the identity provider made it. */
  callback: URL
  secrets: SignInSecrets
  userAgent: string | null
  /** The token of the session that the browser had until now. */
  replaces: string | null
}

/** Nobody reads more of what a browser calls itself. */
const maxUserAgent = 400

/** Where to send the person, and what to keep until they come back. */
export function beginSignIn(
  { identity }: ServiceContext,
  redirectUri: string,
): Promise<{ url: URL; secrets: SignInSecrets }> {
  return identity.begin(redirectUri)
}

/**
 * Checks what the identity provider sent back and opens a session with a token of its own, making
 * the account at its first visit; the session the browser had before ends. An attempt is good for
 * one answer. Answers the session's token. Throws `SignInRefused`; anything else means that it
 * could not be checked.
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
  const token = newToken()
  const opened = await insertSession(context.database, {
    id: uuid(),
    accountId: account.id,
    tokenHash: hashToken(token),
    userAgent: browser.userAgent?.slice(0, maxUserAgent) ?? null,
    replaces: browser.replaces === null ? null : hashToken(browser.replaces),
  })
  // Deleted in between: whoever signs in now is somebody new.
  if (!opened) return openSession(context, identity, browser)
  if (opened.endedOf) context.changes.publishRevocation(opened.endedOf)
  return token
}

/**
 * The account of who signed in: the one of this identity, else the one with this (verified) e-mail
 * that nobody has signed in to yet, else a new one. An account that another identity owns is never
 * handed over, whatever its e-mail (docs/decisions/0017-who-an-account-belongs-to.md). What
 * accounts owed that this identity had and deleted, it owes. Throws `SignInRefused` `taken`.
 */
export async function findOwner(context: ServiceContext, identity: Identity): Promise<AccountRow> {
  const hashes = hashIdentity(context.identityKey, identity)
  const owned = await findOwned(context.database, identity)
  if (owned) return recall(context, owned, hashes)
  const { account } = await findOrCreateAccount(context, identity, hashes)
  const claimed = await claimAccount(context.database, account.id, identity)
  // Two tabs of one person come back at the same moment: the other one has claimed it, or it was
  // deleted just now.
  const found = claimed ?? (await findOwned(context.database, identity))
  if (found) return recall(context, found, hashes)
  const holder = await findAccountByEmail(context.database, identity.email)
  if (!holder || holder.id !== account.id) return findOwner(context, identity)
  throw new SignInRefused('taken', 'The e-mail address belongs to an account with another identity')
}

/** An operator may have made the account before its owner was known. */
async function recall(
  { database }: ServiceContext,
  account: AccountRow,
  hashes: readonly string[],
) {
  await database
    .transaction()
    .execute((transaction) => recallIdentity(transaction, account.id, hashes))
  return account
}

/** Why nobody was signed in: refused, or the identity provider (or we) could not be asked. */
export function signInFailure(error: unknown): SignInRefusal | 'unavailable' {
  return error instanceof SignInRefused ? error.reason : 'unavailable'
}
