import { hasGrant, markPaid } from '#database/queries/accounts.ts'
import { addCredits } from '#database/queries/ledger.ts'
import type { ServiceContext } from '../context.ts'
import { openingCredits } from './create-account.ts'

/**
 * Gives an account the credits that it would have been made with, and marks it as one that has
 * paid. `false`: it was made with some, or was given them before, also at this very moment.
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
