import { closeAccount } from '#database/queries/delete-account.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { Refused } from '../refused.ts'
import { deleteOrphanedFiles } from '../retention.ts'
import { hashIdentity } from '../sign-in/tokens.ts'
import { eraseAccountData } from './erase-account-data.ts'

/**
 * Deletes an account for good (docs/decisions/0018-deleting-an-account.md). At once and together:
 * nobody gets in by it any more, nothing starts, its files are nobody's. Its work is cancelled and
 * refunded where that is possible, else it ends by itself; everything made follows within seconds,
 * at the latest when that work has ended. Again, or by two at the same moment, it is done once.
 * What it owes, and that it had sign-up credits, is remembered by keyed hashes of its identity.
 * `email` is its e-mail as the person repeated it. Throws `Refused`: `email_differs`,
 * `account_suspended`.
 */
export async function deleteAccount(
  context: ServiceContext,
  account: AccountRow,
  email: string,
): Promise<void> {
  if (email.trim().toLowerCase() !== account.email.toLowerCase())
    throw new Refused({ reason: 'email_differs' })
  // It would be a way out of the suspension: who comes back is somebody new.
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
