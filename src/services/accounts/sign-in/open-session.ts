import { v7 as uuid } from 'uuid'
import { insertSession, takeAttempt } from '#database/queries/sessions.ts'
import { type Identity, SignInRefused, type SignInSecrets } from '#providers/identity/identity.ts'
import type { ServiceContext } from '../../context.ts'
import { hashToken, newToken } from '../tokens.ts'
import { findOwner } from './find-owner.ts'

/** What a browser comes back with from the identity provider. */
export type Return = {
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
  { callback, secrets, ...browser }: Return,
): Promise<string> {
  if (!(await takeAttempt(context.database, hashToken(secrets.state)))) {
    throw new SignInRefused('failed', 'This sign-in was used before')
  }
  return openSession(context, await context.identity.finish(callback, secrets), browser)
}

type Browser = Pick<Return, 'userAgent' | 'replaces'>

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
