import { v7 as uuid } from 'uuid'
import type { Database } from '#database/database.ts'
import {
  findAccountByEmail,
  hasGrant,
  insertAccount,
  markPaid,
} from '#database/queries/accounts.ts'
import { restoreIdentity, signUpNote } from '#database/queries/delete-account.ts'
import { addCredits } from '#database/queries/ledger/ledger.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'

/**
 * Creates an account with the operator's sign-up credits, or returns the one that has this e-mail.
 * Concurrent calls get the same account and one grant. An identity whose earlier account was
 * deleted is recognised by its hashes: its debt is restored, and it gets sign-up credits only once.
 */
export async function findOrCreateAccount(
  { database, signupCredits }: Pick<ServiceContext, 'database' | 'signupCredits'>,
  { email, name }: { email: string; name: string | null },
  identityHashes: readonly string[] = [],
): Promise<{ account: AccountRow; created: boolean }> {
  return database
    .transaction()
    .execute((transaction) =>
      findOrCreateWithin(transaction, { email, name, signupCredits, identityHashes }),
    )
}

type Wanted = {
  email: string
  name: string | null
  signupCredits: number
  identityHashes: readonly string[]
}

async function findOrCreateWithin(
  transaction: Database,
  { email, name, signupCredits, identityHashes }: Wanted,
) {
  const account = await insertAccount(transaction, { id: uuid(), email, name })
  if (!account) {
    const existing = await findAccountByEmail(transaction, email)
    if (!existing) throw new Error('An account was deleted while it was being looked up')
    return { account: existing, created: false }
  }
  const { hasSignUpGrant } = await restoreIdentity(transaction, account.id, identityHashes)
  if (signupCredits > 0 && !hasSignUpGrant) {
    const entry = {
      accountId: account.id,
      credits: signupCredits,
      reason: 'grant',
      note: signUpNote,
    } as const
    account.credits = (await addCredits(transaction, entry)) ?? account.credits
  }
  return { account, created: true }
}

/** The ledger's text for the credits that an account was created with. */
const openingCredits = 'opening credits'

export type NewAccount = { email: string; name: string | null; credits: number; paid: boolean }

/**
 * Creates an account with credits, all or nothing. `created` is false, and nothing changes, when
 * the e-mail has an account already. `also` runs in the same transaction.
 */
export async function createAccountWithCredits(
  context: Pick<ServiceContext, 'database'>,
  { email, name, credits, paid }: NewAccount,
  also?: (transaction: Database, account: AccountRow) => Promise<void>,
): Promise<{ account: AccountRow; created: boolean }> {
  return context.database.transaction().execute(async (transaction) => {
    const { account, created } = await findOrCreateWithin(transaction, {
      email,
      name,
      signupCredits: 0,
      identityHashes: [],
    })
    if (!created) return { account, created }
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
  { database }: Pick<ServiceContext, 'database'>,
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
