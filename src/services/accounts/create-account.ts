import { v7 as uuid } from 'uuid'
import type { Database } from '#database/database.ts'
import { findAccountByEmail, insertAccount, markPaid } from '#database/queries/accounts.ts'
import { addCredits } from '#database/queries/ledger.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'

/**
 * Makes an account with the operator's sign-up credits, or answers the one that has this e-mail. Two at the same moment
 * get the same account and one grant.
 */
export async function findOrCreateAccount(
  { database, signupCredits }: Pick<ServiceContext, 'database' | 'signupCredits'>,
  { email, name }: { email: string; name: string | null },
): Promise<{ account: AccountRow; created: boolean }> {
  return database
    .transaction()
    .execute((transaction) => findOrCreateWithin(transaction, { email, name, signupCredits }))
}

type Wanted = { email: string; name: string | null; signupCredits: number }

async function findOrCreateWithin(transaction: Database, { email, name, signupCredits }: Wanted) {
  const account = await insertAccount(transaction, { id: uuid(), email, name })
  if (!account) {
    const existing = await findAccountByEmail(transaction, email)
    if (!existing) throw new Error('An account was deleted while it was being looked up')
    return { account: existing, created: false }
  }
  if (signupCredits > 0) {
    const entry = { accountId: account.id, credits: signupCredits, reason: 'grant', note: 'sign-up' } as const
    account.credits = (await addCredits(transaction, entry)) ?? account.credits
  }
  return { account, created: true }
}

export type NewAccount = { email: string; name: string | null; credits: number; paid: boolean }

/**
 * Makes an account with credits, all or nothing. `created` is false, and nothing changes, when the e-mail has an account
 * already.
 */
export async function createAccountWithCredits(
  context: Pick<ServiceContext, 'database'>,
  { email, name, credits, paid }: NewAccount,
): Promise<{ account: AccountRow; created: boolean }> {
  return context.database.transaction().execute(async (transaction) => {
    const { account, created } = await findOrCreateWithin(transaction, { email, name, signupCredits: 0 })
    if (!created) return { account, created }
    if (paid) await markPaid(transaction, account.id)
    const grant = { accountId: account.id, credits, reason: 'grant', note: 'opening credits' } as const
    const balance = credits > 0 ? await addCredits(transaction, grant) : 0
    return { account: { ...account, credits: balance ?? 0, has_paid: paid }, created }
  })
}

/** Gives credits to an account and may mark it as one that has paid. Answers the new balance in credits. */
export async function grantCredits(
  { database }: Pick<ServiceContext, 'database'>,
  grant: { email: string; credits: number; paid: boolean; note: string },
): Promise<{ account: AccountRow; balance: number } | undefined> {
  return database.transaction().execute(async (transaction) => {
    const account = await findAccountByEmail(transaction, grant.email)
    if (!account) return undefined
    if (grant.paid) await markPaid(transaction, account.id)
    const entry = { accountId: account.id, credits: grant.credits, reason: 'grant', note: grant.note } as const
    const balance = grant.credits === 0 ? account.credits : await addCredits(transaction, entry)
    return { account, balance: balance ?? account.credits }
  })
}
