import { findNamedAccount } from '#core/accounts/find-accounts.ts'
import { findAccount } from '#core/accounts/queries/accounts.ts'
import { hasOwner } from '#core/accounts/queries/admin-accounts.ts'
import { type Role, refuseDeletion, roleOf } from '#core/accounts/rules/roles.ts'
import type { AccountRow } from '#core/accounts/tables.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import { insertOperatorAction, wasActedOn } from '#core/operators/operator-log-queries.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import {
  closeForGood,
  type EraseAccountParts,
  eraseInBackground,
  requireSameEmail,
} from './delete-account.ts'

type ClosingContext = Parts<
  'database' | 'changes' | 'log' | 'identityKey' | 'admins' | 'contributions'
> & {
  /** Whether mails are sent. */
  sendsMail: boolean
}

/** `name`: id or e-mail address. `email`: as the operator repeated it. */
type AccountDeletion = { name: string; email: string; actorRole: Role }

/**
 * Deletes an account of another person for good, as its owner could
 * (core/account-data/delete-account.ts), suspended ones too; its owner gets a mail. What is left is
 * erased by a scheduled job. Returns its row. Throws `Refused`, and then nothing has changed:
 * `not_found`, `email_differs`, `own_deletion`, `owner_needed`, `last_owner`, `act_repeated`.
 */
export async function deleteForOperator(
  context: ClosingContext,
  act: OperatorAction,
  { name, email, actorRole }: AccountDeletion,
): Promise<AccountRow> {
  const { admins, database } = context
  const account = await findNamedAccount(database, name)
  if (account.deleted_at) throw new Refused({ reason: 'not_found' })
  const role = roleOf(account, admins) ?? account.role
  const reason = refuseDeletion({ isOwn: act.actorId === account.id, role, actorRole })
  if (reason) throw new Refused({ reason })
  requireSameEmail(account, email)

  const inTransaction = async (transaction: Database) => {
    // The row has no role any more: those that are left count.
    if (role === 'owner' && !(await hasOwner(transaction, [...admins])))
      throw new Refused({ reason: 'last_owner' })
    const { actor, reason: why, id } = act
    const entry = { actor, act: 'account.delete', accountId: account.id, reason: why, id }
    if (!(await insertOperatorAction(transaction, entry)))
      throw new Refused({ reason: 'act_repeated' })
  }
  const closing = { about: 'account_deleted_by_operator', inTransaction } as const
  if (!(await closeForGood(context, account, closing))) throw new Refused({ reason: 'not_found' })
  return (await findAccount(database, account.id)) ?? account
}

type DeleteForOperatorParts = EraseAccountParts & Parts<'admins' | 'identityKey'>

/** The same, and its data is erased now. */
export async function deleteForOperatorNow(
  context: DeleteForOperatorParts,
  act: OperatorAction,
  deletion: AccountDeletion,
): Promise<AccountRow> {
  const sendsMail = context.mail !== null
  const account = await deleteForOperator({ ...context, sendsMail }, act, deletion)
  eraseInBackground(context, account.id)
  return account
}

/** For how long the file of an export can be requested after its reason was given, in ms. */
const exportTime = 10 * 60_000

/**
 * Writes in the audit log that an operator exports an account. Returns the account. Throws
 * `Refused`: `not_found`, also for a deleted one; `act_repeated`.
 */
export function beginExport(
  { database }: Parts<'database'>,
  act: OperatorAction,
  name: string,
): Promise<AccountRow> {
  return auditedTransaction(database, act, async (transaction) => {
    const account = await findNamedAccount(transaction, name)
    if (account.deleted_at) throw new Refused({ reason: 'not_found' })
    return { result: account, done: { act: 'account.export', accountId: account.id } }
  })
}

/**
 * Returns the account whose export this person began with this action, within the last ten minutes.
 * Throws `Refused` `not_found`.
 */
export async function findBegunExport(
  { database }: Parts<'database'>,
  { actor, id, name }: { actor: string; id: string; name: string },
): Promise<AccountRow> {
  const account = await findNamedAccount(database, name)
  const entry = { act: 'account.export', actor, id, accountId: account.id, age: exportTime }
  if (account.deleted_at || !(await wasActedOn(database, entry)))
    throw new Refused({ reason: 'not_found' })
  return account
}
