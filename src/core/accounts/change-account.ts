import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { type AccountChange, findAccount, updateAccount } from './queries/accounts.ts'
import type { AccountRow } from './tables.ts'

/**
 * Changes the account's own settings and spending limits, as far as they are given. A limit applies
 * to the next start in every process. Throws `Refused` `not_signed_in` where the account was
 * deleted meanwhile.
 */
export async function changeAccount(
  { database }: Parts<'database'>,
  id: string,
  change: AccountChange,
): Promise<AccountRow> {
  const changed = await updateAccount(database, id, change)
  if (!changed) throw new Refused({ reason: 'not_signed_in' })
  return changed
}

/** Returns the account as it is now. */
export function readAccount(
  { database }: Parts<'database'>,
  id: string,
): Promise<AccountRow | undefined> {
  return findAccount(database, id)
}
