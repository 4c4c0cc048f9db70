import { type AccountChange, findAccount, updateAccount } from '#database/queries/accounts.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'

/**
 * Changes what is named of an account's own settings and spending limits. A limit counts for the
 * next start, whichever process it comes to. Throws `Refused` `not_signed_in` where the account was
 * deleted meanwhile.
 */
export async function changeAccount(
  { database }: Pick<ServiceContext, 'database'>,
  id: string,
  change: AccountChange,
): Promise<AccountRow> {
  const changed = await updateAccount(database, id, change)
  if (!changed) throw new Refused({ reason: 'not_signed_in' })
  return changed
}

/** An account as it is now. */
export function readAccount(
  { database }: ServiceContext,
  id: string,
): Promise<AccountRow | undefined> {
  return findAccount(database, id)
}
