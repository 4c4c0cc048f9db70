import { v7 as uuid } from 'uuid'
import { restoreIdentity, signUpNote } from '#core/account-data/delete-account-queries.ts'
import { addCredits } from '#core/credits/queries/ledger.ts'
import { queueOperatorMail } from '#core/mail/queue-mail.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import type { Parts } from '#core/parts.ts'
import type { Database } from '#platform/database/database.ts'
import { findAccountByEmail, hasGrant, insertAccount, markPaid } from './queries/accounts.ts'
import { setWaiting } from './queries/approvals.ts'
import type { SignUpPass } from './sign-in/sign-up-pass.ts'
import type { AccountRow } from './tables.ts'

/**
 * How a person is admitted. `identityHashes`: of the identity, by which an earlier account is
 * recognised. `pass`: what admits them, with the hash of its token. `isWaiting`: only an operator can
 * let the account start anything, and it gets its credits then.
 */
export type Admission = {
  identityHashes: readonly string[]
  pass: { pass: SignUpPass; tokenHash: Buffer } | null
  isWaiting: boolean
}

const admitted: Admission = { identityHashes: [], pass: null, isWaiting: false }

/** The pass does not count any more: no account was created. */
export class PassSpent extends Error {
  override name = 'PassSpent'
}

/**
 * Creates an account with the operator's sign-up credits and those of the pass, or returns
 * the one that has this e-mail. Concurrent calls get the same account, one grant, and take one use
 * of the pass. An identity whose earlier account was deleted is recognised by its hashes: its
 * debt is restored, and it gets these credits only once. Throws `PassSpent`.
 */
export async function findOrCreateAccount(
  context: Parts<'database' | 'settings' | 'mail' | 'now' | 'contributions'>,
  { email, name }: { email: string; name: string | null },
  admission: Admission = admitted,
): Promise<{ account: AccountRow; created: boolean }> {
  const { signup_credits: signupCredits, default_visibility } = context.settings.current().settings
  const wanted = { email, name, isPublic: default_visibility === 'public' }
  return context.database.transaction().execute(async (transaction) => {
    const found = await findOrInsert(transaction, wanted, admission.identityHashes)
    const { account, created, hasSignUpGrant } = found
    if (!created) return { account, created }
    const grants = [
      { credits: signupCredits, note: signUpNote },
      await takeUse(transaction, admission.pass),
    ].filter(({ credits }) => credits > 0 && !hasSignUpGrant)
    await announceAccount(context, transaction, { id: account.id, isWaiting: admission.isWaiting })
    if (!admission.isWaiting) return { account: await grant(transaction, account, grants), created }
    const waiting = await setWaiting(transaction, account.id, grants[0]?.credits ?? 0)
    const mail = { about: 'account_waiting', email } as const
    await queueOperatorMail(transaction, context.mail, mail, context.now())
    return { account: waiting, created }
  })
}

function announceAccount(
  context: Parts<'contributions'>,
  transaction: Database,
  { id, isWaiting }: { id: string; isWaiting: boolean },
): Promise<void> {
  const data = { id, is_waiting: isWaiting }
  return announceToOperators(context, transaction, { event: 'account.created', data })
}

/** Takes one use of the pass; returns what it gives. */
async function takeUse(transaction: Database, brought: Admission['pass']) {
  if (!brought) return { credits: 0, note: '' }
  const { pass, tokenHash } = brought
  const credits = await pass.take(transaction, tokenHash)
  if (credits === null) throw new PassSpent()
  return { credits, note: pass.note }
}

async function grant(
  transaction: Database,
  account: AccountRow,
  grants: readonly { credits: number; note: string }[],
): Promise<AccountRow> {
  let balance = account.credits
  for (const each of grants) {
    const entry = { accountId: account.id, reason: 'grant', ...each } as const
    balance = (await addCredits(transaction, entry)) ?? balance
  }
  return { ...account, credits: balance }
}

async function findOrInsert(
  transaction: Database,
  wanted: { email: string; name: string | null; isPublic?: boolean },
  identityHashes: readonly string[],
) {
  const account = await insertAccount(transaction, { id: uuid(), ...wanted })
  if (!account) {
    const existing = await findAccountByEmail(transaction, wanted.email)
    if (!existing) throw new Error('An account was deleted while it was being looked up')
    return { account: existing, created: false, hasSignUpGrant: false }
  }
  const { hasSignUpGrant } = await restoreIdentity(transaction, account.id, identityHashes)
  return { account, created: true, hasSignUpGrant }
}

/** The ledger's text for the credits that an account was created with. */
const openingCredits = 'opening credits'

export type NewAccount = { email: string; name: string | null; credits: number; paid: boolean }

/**
 * Creates an account with credits, all or nothing. `created` is false, and nothing changes, when
 * the e-mail has an account already. `also` runs in the same transaction.
 */
export async function createAccountWithCredits(
  context: Parts<'database' | 'contributions'>,
  { email, name, credits, paid }: NewAccount,
  also?: (transaction: Database, account: AccountRow) => Promise<void>,
): Promise<{ account: AccountRow; created: boolean }> {
  return context.database.transaction().execute(async (transaction) => {
    const { account, created } = await findOrInsert(transaction, { email, name }, [])
    if (!created) return { account, created }
    await announceAccount(context, transaction, { id: account.id, isWaiting: false })
    if (paid) await markPaid(transaction, account.id)
    const grant = { accountId: account.id, credits, reason: 'grant', note: openingCredits } as const
    const balance = credits > 0 ? await addCredits(transaction, grant) : 0
    await also?.(transaction, account)
    return { account: { ...account, credits: balance ?? 0, has_paid: paid }, created }
  })
}

/**
 * Gives an account the opening credits that it was created without, and marks it as one that has
 * paid. `false`: it has had them before, also where two calls race.
 */
export function giveOpeningCredits(
  { database }: Parts<'database'>,
  { accountId, credits }: { accountId: string; credits: number },
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    // Its row is locked from here on.
    await markPaid(transaction, accountId)
    if (await hasGrant(transaction, accountId, openingCredits)) return false
    await addCredits(transaction, { accountId, credits, reason: 'grant', note: openingCredits })
    return true
  })
}
