import { closeAccount } from '#database/queries/delete-account.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'
import { deleteOrphanedFiles } from '../retention.ts'
import { hashIdentity } from '../sign-in/tokens.ts'
import { eraseAccountData } from './erase-account-data.ts'

/**
 * Deletes an account for good (docs/decisions/0018-deleting-an-account.md). In one transaction:
 * sign-in, keys and new starts end, and its files become unreadable. Running generations are
 * cancelled and refunded where possible, else they finish; all data is erased within seconds, at
 * the latest when they have ended. Repeated and concurrent calls delete once. Its debt, and that it
 * had sign-up credits, is kept under keyed hashes of its identity. `email` is the e-mail as the
 * person repeated it. Throws `Refused`: `email_differs`, `account_suspended`.
 */
export async function deleteAccount(
  context: ServiceContext,
  account: AccountRow,
  email: string,
): Promise<void> {
  if (email.trim().toLowerCase() !== account.email.toLowerCase())
    throw new Refused({ reason: 'email_differs' })
  // Else the suspension could be avoided by deleting the account and signing in again.
  if (account.suspended_at) throw new Refused({ reason: 'account_suspended' })
  if (
    !(await closeAccount(context.database, account.id, hashIdentity(context.identityKey, account)))
  )
    return

  context.changes.publishRevocation(account.id)
  context.log.info({ account: account.id }, 'account deleted')
  context.background.run(async () => {
    await eraseAccountData(context, account.id)
    await deleteOrphanedFiles(context)
    await eraseAccountData(context, account.id)
  })
}
