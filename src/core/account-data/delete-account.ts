import { hashIdentity } from '#core/accounts/sign-in/tokens.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { forgetMailsTo } from '#core/mail/queries.ts'
import { queueAccountMail } from '#core/mail/queue-mail.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import { closeAccount } from './delete-account-queries.ts'
import { type EraseAccountDataParts, eraseAccountData } from './erase-account-data.ts'

type DeleteAccountParts = EraseAccountParts & Parts<'identityKey'>

/**
 * Deletes an account for good (docs/decisions/0018-deleting-an-account.md). In one transaction:
 * sign-in, keys and new starts end, and its files become unreadable. Running generations are
 * cancelled and refunded where possible, else they finish; all data is erased within seconds, at
 * the latest when they have ended. Repeated and concurrent calls delete once. Its debt, and that it
 * had sign-up credits, is kept under keyed hashes of its identity. `email` is the e-mail as the
 * person repeated it. Throws `Refused`: `email_differs`, `account_suspended`.
 */
export async function deleteAccount(
  context: DeleteAccountParts,
  account: AccountRow,
  email: string,
): Promise<void> {
  requireSameEmail(account, email)
  // Else the suspension could be avoided by deleting the account and signing in again.
  if (account.suspended_at) throw new Refused({ reason: 'account_suspended' })
  const closing = { ...context, sendsMail: context.mail !== null }
  if (await closeForGood(closing, account, { about: 'account_deleted' }))
    eraseInBackground(context, account.id)
}

/** Throws `Refused` `email_differs` where a person repeated another e-mail than the account's. */
export function requireSameEmail({ email }: Pick<AccountRow, 'email'>, repeated: string): void {
  if (repeated.trim().toLowerCase() !== email.toLowerCase())
    throw new Refused({ reason: 'email_differs' })
}

/** `about`: the mail to its owner. `inTransaction`: what belongs to the deletion. */
type Closing = {
  about: 'account_deleted' | 'account_deleted_by_operator'
  inTransaction?: (transaction: Database) => Promise<void>
}

/**
 * The first step of a deletion: sign-in, keys and new starts end, and the person goes out of the
 * account's row. What is left is erased in the background, at the latest by a scheduled job.
 * `false`: it was deleted before.
 */
export async function closeForGood(
  context: Parts<'database' | 'changes' | 'log' | 'identityKey' | 'contributions'> & {
    /** Whether mails are sent. */
    sendsMail: boolean
  },
  account: AccountRow,
  { about, inTransaction = async () => undefined }: Closing,
): Promise<boolean> {
  const { id } = account
  const identityHashes = hashIdentity(context.identityKey, account)
  const closed = { id, identityHashes, ofFeatures: context.contributions }
  const isClosed = await closeAccount(context.database, closed, async (transaction) => {
    await replaceMails(transaction, account, context.sendsMail && about)
    await inTransaction(transaction)
  })
  if (!isClosed) return false
  context.changes.publishRevocation(account.id)
  context.log.info({ account: account.id }, 'account deleted')
  return true
}

export type EraseAccountParts = EraseAccountDataParts & Parts<'storage'>

/** Erases the data of a deleted account now. */
export function eraseInBackground(context: EraseAccountParts, accountId: string): void {
  context.background.run(async () => {
    await eraseAccountData(context, accountId)
    await deleteOrphanedFiles(context)
    await eraseAccountData(context, accountId)
  })
}

/** Queues the confirmation of the deletion, in place of other mails that wait. */
async function replaceMails(
  transaction: Database,
  account: AccountRow,
  about: Closing['about'] | false,
): Promise<void> {
  await forgetMailsTo(transaction, account.email)
  if (!about) return
  const farewell = { cause: `account_deleted ${account.id}`, content: { about } }
  await queueAccountMail(transaction, account, farewell)
}
