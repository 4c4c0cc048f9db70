import { findAccount } from '#database/queries/accounts.ts'
import type { ServiceContext } from '../context.ts'
import type { AccountRow } from '../rows.ts'

/** An account as it is now. */
export function readAccount(
  { database }: ServiceContext,
  id: string,
): Promise<AccountRow | undefined> {
  return findAccount(database, id)
}
