import { findAccount } from '#database/queries/accounts.ts'
import { lockAccount, setSuspended } from '#database/queries/admin-accounts.ts'
import type { AccountRow } from '#database/tables.ts'
import type { ServiceContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import { auditedTransaction, type OperatorAction } from '../act.ts'
import { accountNamed } from './name-account.ts'
import { notifyAccountChanged } from './tell-account.ts'

/**
 * A suspended account may read and take what it has, and start nothing; what it has begun goes on.
 * Doing it again changes nothing but is written down. Answers the account. Throws `Refused`:
 * `not_found`.
 */
export async function suspendAccount(
  context: Pick<ServiceContext, 'database' | 'changes'>,
  act: OperatorAction,
  { name, isSuspended }: { name: string; isSuspended: boolean },
): Promise<AccountRow> {
  const { id } = await accountNamed(context.database, name)
  const account = await auditedTransaction(context.database, act, async (transaction) => {
    const before = await lockAccount(transaction, id)
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
