import { hashToken } from '#core/accounts/sign-in/tokens.ts'
import { refuseInternal } from '#core/media/uploads/check-address.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Language } from '#platform/languages/languages.ts'
import { createStudioKey, type StudioKey } from './encrypt-push.ts'
import { deleteSubscriptionOf, hasSubscription, keepPushKey, putSubscription } from './queries.ts'
import { maxSubscriptions } from './rules.ts'

/** The session of a browser: its account and its token. */
type BrowserSession = { accountId: string; token: string }

/** What a browser's push service gave it. */
export type WantedSubscription = {
  endpoint: string
  publicKey: Buffer
  authSecret: Buffer
  /** Of the page, and so of the messages. */
  language: Language
}

const stored = ({ accountId, token }: BrowserSession) => ({ accountId, hash: hashToken(token) })

/** Returns the studio's key, which it makes once. */
export async function studioKey({ database }: Parts<'database'>): Promise<StudioKey> {
  const { private_key, public_key } = await keepPushKey(database, () => {
    const made = createStudioKey()
    return { private_key: made.privateKey, public_key: made.publicKey }
  })
  return { privateKey: private_key, publicKey: public_key }
}

/** Whether this browser gets messages. */
export function isSubscribed(
  { database }: Parts<'database'>,
  session: BrowserSession,
): Promise<boolean> {
  return hasSubscription(database, stored(session))
}

/**
 * Sends this browser a message when a long job ends, until it is signed out. Throws `Refused`:
 * `address_not_allowed`, `not_found` where the session has just ended.
 */
export async function subscribe(
  context: Parts<'database' | 'foreignFiles'>,
  session: BrowserSession,
  { endpoint, publicKey, authSecret, language }: WantedSubscription,
): Promise<void> {
  const isSecure = new URL(endpoint).protocol === 'https:'
  if (!isSecure && !context.foreignFiles?.allowPrivateAddresses)
    throw new Refused({ reason: 'address_not_allowed' })
  await refuseInternal(context, endpoint)
  const row = { endpoint, public_key: publicKey, auth_secret: authSecret, language }
  const isStored = await putSubscription(context.database, stored(session), row, maxSubscriptions)
  if (!isStored) throw new Refused({ reason: 'not_found' })
}

/** Sends this browser no messages any more. */
export function unsubscribe(
  { database }: Parts<'database'>,
  session: BrowserSession,
): Promise<void> {
  return deleteSubscriptionOf(database, stored(session))
}
