import { v7 as uuid } from 'uuid'
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
  return database.transaction().execute(async (transaction) => {
    const made = await insertAccount(transaction, { id: uuid(), email, name })
    if (!made) {
      const account = await findAccountByEmail(transaction, email)
      if (!account) throw new Error('An account was deleted while it was being looked up')
      return { account, created: false }
    }
    if (signupCredits > 0) {
      const entry = { accountId: made.id, credits: signupCredits, reason: 'grant', note: 'sign-up' } as const
      made.credits = (await addCredits(transaction, entry)) ?? made.credits
    }
    return { account: made, created: true }
  })
}

/** Gives credits to an account and may mark it as one that has paid. Answers the new balance in credits. */
export async function grantCredits(
  { database }: Pick<ServiceContext, 'database'>,
  grant: { accountId: string; credits: number; paid: boolean; note: string },
): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    if (grant.paid) await markPaid(transaction, grant.accountId)
    const { accountId, credits, note } = grant
    const balance = await addCredits(transaction, { accountId, credits, reason: 'grant', note })
    if (balance === undefined) throw new Error('There is no such account')
    return balance
  })
}
