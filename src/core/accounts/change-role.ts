import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { findNamedAccount } from './find-accounts.ts'
import { findAccount } from './queries/accounts.ts'
import { lockAccount, setRole } from './queries/admin-accounts.ts'
import { type Role, refuseRoleChange } from './rules/roles.ts'
import { notifyAccountChanged } from './suspend-account.ts'
import type { AccountRow } from './tables.ts'

/**
 * Gives an account a role in `/admin`, or none (`null`); its sessions have it with their next
 * request. Returns the account. Throws `Refused`: `not_found`, `own_role`, `role_fixed` (an address
 * of `ADMIN_EMAILS`).
 */
export async function changeRole(
  context: Parts<'database' | 'changes' | 'admins'>,
  act: OperatorAction,
  { name, role }: { name: string; role: Role | null },
): Promise<AccountRow> {
  const { id } = await findNamedAccount(context.database, name)
  const account = await auditedTransaction(context.database, act, async (transaction) => {
    const before = await lockAccount(transaction, id)
    if (!before || before.deleted_at) throw new Refused({ reason: 'not_found' })
    const isFixed = context.admins.has(before.email.toLowerCase())
    const reason = refuseRoleChange({ isOwn: act.actorId === id, isFixed })
    if (reason) throw new Refused({ reason })
    await setRole(transaction, id, { role })
    const result = await findAccount(transaction, id)
    if (!result) throw new Refused({ reason: 'not_found' })
    const details = { before: before.role, after: role }
    return { result, done: { act: 'account.role', accountId: id, details } }
  })
  notifyAccountChanged(context, id)
  return account
}
