import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { findNamedAccount } from './find-accounts.ts'
import { findAccount } from './queries/accounts.ts'
import { lockAccount, setSuspended } from './queries/admin-accounts.ts'
import { deleteAllSessions, deleteSessionsOf } from './queries/sessions.ts'
import type { AccountRow } from './tables.ts'

/**
 * Suspends an account: it may read and download, and start nothing; what is running continues.
 * Repeating it changes nothing but is audited. Returns the account. Throws `Refused`:
 * `not_found`; `not_approved` for one that waits or was rejected, which only an approval admits.
 */
export async function suspendAccount(
  context: Parts<'database' | 'changes'>,
  act: OperatorAction,
  { name, isSuspended }: { name: string; isSuspended: boolean },
): Promise<AccountRow> {
  const { id } = await findNamedAccount(context.database, name)
  const account = await auditedTransaction(context.database, act, async (transaction) => {
    const before = await lockAccount(transaction, id)
    if (before?.approval && !isSuspended) throw new Refused({ reason: 'not_approved' })
    if (Boolean(before?.suspended_at) !== isSuspended)
      await setSuspended(transaction, id, isSuspended)
    const result = await findAccount(transaction, id)
    if (!result) throw new Refused({ reason: 'not_found' })
    return {
      result,
      done: { act: isSuspended ? 'account.suspend' : 'account.resume', accountId: id },
    }
  })
  notifyAccountChanged(context, id)
  return account
}

/**
 * Tells the account's open tabs to reload it. No generation has the account's id, so every
 * subscriber of the account is notified.
 */
export function notifyAccountChanged({ changes }: Parts<'changes'>, accountId: string): void {
  changes.publish({ accountId, generationId: accountId })
}

/**
 * Ends the sessions of one account, named by its id or e-mail address, or of every account (`name`
 * is `null`). API keys stay. Event streams of every process end at once. Returns how many sessions
 * there were. Throws `Refused` `not_found`.
 */
export async function revokeSessions(
  { database, changes }: Parts<'database' | 'changes'>,
  act: OperatorAction,
  { name }: { name: string | null },
): Promise<{ sessions: number }> {
  const account = name === null ? null : await findNamedAccount(database, name)
  const revoked = await auditedTransaction(database, act, async (transaction) => {
    const sessions = account
      ? await deleteSessionsOf(transaction, account.id)
      : await deleteAllSessions(transaction)
    return {
      result: { sessions },
      done: { act: 'session.revoke', accountId: account?.id, details: { sessions } },
    }
  })
  changes.publishRevocation(account?.id ?? null)
  return revoked
}
