import { deleteAllSessions, deleteSessionsOf } from '#database/queries/sessions.ts'
import type { ServiceContext } from '../../context.ts'
import { auditedTransaction, type OperatorAction } from '../act.ts'
import { accountNamed } from './name-account.ts'

/**
 * Ends the sessions of one account, named by its id or e-mail address, or of every account (`name`
 * is `null`). API keys stay. Event streams of every process end at once. Returns how many sessions
 * there were. Throws `Refused` `not_found`.
 */
export async function revokeSessions(
  { database, changes }: Pick<ServiceContext, 'database' | 'changes'>,
  act: OperatorAction,
  { name }: { name: string | null },
): Promise<{ sessions: number }> {
  const account = name === null ? null : await accountNamed(database, name)
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
