import { v7 as uuid } from 'uuid'
import { restoreIdentity } from '#core/account-data/delete-account-queries.ts'
import type { Parts } from '#core/parts.ts'
import {
  type Identity,
  type SignInMethod,
  type SignInRefusal,
  SignInRefused,
  type SignInSecrets,
} from '#providers/identity.ts'
import { type Admission, findOrCreateAccount, PassSpent } from '../create-account.ts'
import {
  findAccountByEmail,
  findAccountByIdentity,
  followEmail,
  linkFurtherIdentity,
  linkIdentity,
} from '../queries/accounts.ts'
import { insertSession, type NewSession, takeAttempt } from '../queries/sessions.ts'
import { decideSignUp, isOfDomains } from '../rules/sign-up.ts'
import { notifyAccountChanged } from '../suspend-account.ts'
import type { AccountRow } from '../tables.ts'
import { applyGroupsClaim, type GroupsClaim } from './apply-groups-claim.ts'
import { isBlocked } from './blocked.ts'
import { signOut } from './sessions.ts'
import { type BroughtPass, findPass } from './sign-up-pass.ts'
import { hashIdentity, hashToken, newToken } from './tokens.ts'

/** What a browser returns with from the identity provider. */
export type SignInReturn = {
  /** The full address of the redirect. */
  callback: URL
  /** The id of the method that the sign-in began with. */
  method: string
  secrets: SignInSecrets
  userAgent: string | null
  /** The token of the session that the browser has had until now. */
  replaces: string | null
  /** What the person brings to be admitted. */
  pass: BroughtPass | null
}

/** A session that was opened; `isNew`: with an account that was created for it. */
export type OpenedSession = { token: string; account: AccountRow; isNew: boolean }

/** Longer user agents are cut. */
const maxUserAgent = 400

/**
 * Returns the address to redirect to, and the state to keep until the person returns. Throws
 * `SignInRefused` for a method that is not configured.
 */
export async function beginSignIn(
  context: Parts<'signInMethods'>,
  { method, redirectUri }: { method: string; redirectUri: string },
): Promise<{ url: URL; secrets: SignInSecrets }> {
  return findMethod(context, method).provider.begin(redirectUri)
}

function findMethod({ signInMethods }: Parts<'signInMethods'>, id: string): SignInMethod {
  const found = signInMethods.find((method) => method.id === id)
  if (!found) throw new SignInRefused('failed', 'There is no such way to sign in')
  return found
}

type FinishSignInParts = OpenSessionParts & Parts<'signInMethods'>

/**
 * Verifies the identity provider's answer and opens a session with a new token, creating the
 * account at the first sign-in; the browser's earlier session ends. An attempt can be answered
 * once. Throws `SignInRefused`; any other error means that it could
 * not be verified.
 */
export async function finishSignIn(
  context: FinishSignInParts,
  { callback, method: id, secrets, ...browser }: SignInReturn,
): Promise<OpenedSession> {
  if (!(await takeAttempt(context.database, hashToken(secrets.state)))) {
    throw new SignInRefused('failed', 'This sign-in was used before')
  }
  const method = findMethod(context, id)
  const identity = await method.provider.finish(callback, secrets)
  if (!isOfDomains(method.domains, identity.email))
    throw new SignInRefused('domain', 'This way to sign in is for other domains')
  const claim = method.hasGroups ? { provider: method.id, groups: identity.groups } : null
  return openSession(context, identity, { ...browser, isTrusted: method.isTrusted, claim })
}

/** `isTrusted`: a verified e-mail leads to an account of another identity, too. */
type SignUpOptions = Pick<SignInReturn, 'pass'> & { isTrusted: boolean }

type Browser = Pick<SignInReturn, 'userAgent' | 'replaces'> &
  SignUpOptions & {
    /** What the provider says of the groups; `null`: it is not asked for them. */
    claim: GroupsClaim | null
  }

type OpenSessionParts = FindAccountParts & Parts<'changes' | 'log'>

async function openSession(
  context: OpenSessionParts,
  identity: Identity,
  browser: Browser,
): Promise<OpenedSession> {
  const { account, isNew } = await findOwner(context, identity, browser)
  if (browser.replaces !== null) await signOut(context, browser.replaces)
  const token = newToken(account.id)
  const session = {
    id: uuid(),
    accountId: account.id,
    tokenHash: hashToken(token),
    userAgent: browser.userAgent?.slice(0, maxUserAgent) ?? null,
  }
  const opened = browser.claim
    ? await insertWithGroups(context, session, browser.claim)
    : await insertSession(context.database, session)
  // The account was deleted in between: this sign-in creates a new one.
  if (!opened) return openSession(context, identity, browser)
  return { token, account, isNew }
}

/** The groups and the role of the claim count with the session, or the session does not begin. */
async function insertWithGroups(
  context: Parts<'admins' | 'changes' | 'contributions' | 'database' | 'log' | 'settings'>,
  session: NewSession,
  claim: GroupsClaim,
): Promise<boolean> {
  const { accountId } = session
  const { isOpened, isChanged } = await context.database
    .transaction()
    .execute(async (transaction) => ({
      isChanged: await applyGroupsClaim(context, transaction, accountId, claim),
      isOpened: await insertSession(transaction, session),
    }))
  if (isChanged) notifyAccountChanged(context, accountId)
  return isOpened
}

type FindAccountParts = Parts<
  'admins' | 'contributions' | 'database' | 'identityKey' | 'mail' | 'now' | 'settings'
>

/**
 * Returns the account of an identity: its own, else one with this (verified) e-mail that has no
 * identity yet, else a new one, as policy and pass admit it (`isNew`). An account of another
 * identity is returned only if its issuer is trusted, and linked (docs/decisions/0017-who-an-account-belongs-to.md).
 * Debts of deleted accounts of the identity are restored. Throws `SignInRefused`.
 */
export async function findOwner(
  context: FindAccountParts,
  identity: Identity,
  options: SignUpOptions = { pass: null, isTrusted: false },
): Promise<{ account: AccountRow; isNew: boolean }> {
  refuseBlocked(context, identity)
  const hashes = hashIdentity(context.identityKey, identity)
  const owned = await findAccountByIdentity(context.database, identity)
  if (owned) {
    refuseBlocked(context, owned)
    const account = await followEmail(context.database, owned, identity)
    return { account: await restoreDebt(context, account, hashes), isNew: false }
  }
  const admission = {
    ...(await admit(context, identity, options.pass)),
    identityHashes: hashes,
  }
  const { account, created: isNew } = await create(context, identity, admission)
  const claimed = await linkIdentity(context.database, account.id, identity)
  // The same person signs in twice at once: the other request has claimed it, or it was deleted
  // just now.
  const found = claimed ?? (await findAccountByIdentity(context.database, identity))
  if (found) return { account: await restoreDebt(context, found, hashes), isNew }
  const holder = await findAccountByEmail(context.database, identity.email)
  if (!holder || holder.id !== account.id) return findOwner(context, identity, options)
  if (options.isTrusted && (await linkFurtherIdentity(context.database, holder.id, identity)))
    return findOwner(context, identity, options)
  throw new SignInRefused('taken', 'The e-mail address belongs to an account with another identity')
}

/** Throws `SignInRefused` `blocked`. */
function refuseBlocked(
  context: Parts<'admins' | 'settings'>,
  holder: Pick<Identity, 'email'>,
): void {
  if (isBlocked(context, holder)) throw new SignInRefused('blocked', 'This address is blocked')
}

/**
 * Returns how a new account for this identity begins. Operators always may have one, as may those
 * for whom an operator has created one. Throws `SignInRefused`.
 */
async function admit(
  context: Parts<'admins' | 'contributions' | 'database' | 'now' | 'settings'>,
  { email }: Identity,
  brought: BroughtPass | null,
): Promise<Omit<Admission, 'identityHashes'>> {
  const { database, settings, admins, contributions } = context
  if (admins.has(email.toLowerCase()) || (await findAccountByEmail(database, email)))
    return { pass: null, isWaiting: false }
  const found = brought && findPass(contributions.signUpPasses, brought)
  const pass = found ? { pass: found, tokenHash: hashToken(brought.token) } : null
  const hasPass = pass !== null
  const decision = decideSignUp(settings.current().settings, { email, hasPass })
  if (decision !== 'create' && decision !== 'wait')
    throw new SignInRefused(decision, 'This address may not create an account')
  if (pass) await refuseSpent(context, pass)
  return { pass, isWaiting: decision === 'wait' }
}

/** Throws `SignInRefused` where a pass does not count. */
async function refuseSpent(
  context: Parts<'database' | 'now'>,
  { pass, tokenHash }: NonNullable<Admission['pass']>,
): Promise<void> {
  const refusal = await pass.check(context, tokenHash)
  if (refusal) throw new SignInRefused(refusal, 'The pass does not count')
}

async function create(
  context: Parts<'contributions' | 'database' | 'mail' | 'now' | 'settings'>,
  identity: Identity,
  admission: Admission,
) {
  try {
    return await findOrCreateAccount(context, identity, admission)
  } catch (error) {
    if (!(error instanceof PassSpent) || !admission.pass) throw error
    await refuseSpent(context, admission.pass)
    throw error
  }
}

/** An operator may have created the account before its owner's identity was known. */
async function restoreDebt(
  { database }: Parts<'database'>,
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
