import { signUpNote } from '#core/account-data/delete-account-queries.ts'
import { addCredits } from '#core/credits/queries/ledger.ts'
import { queueAccountMail } from '#core/mail/queue-mail.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { findNamedAccount } from './find-accounts.ts'
import { findAccount } from './queries/accounts.ts'
import { lockAccount } from './queries/admin-accounts.ts'
import { type ApprovalDecision, listWaiting, setApproval } from './queries/approvals.ts'
import { notifyAccountChanged } from './suspend-account.ts'
import type { AccountRow } from './tables.ts'

type Context = Parts<'database' | 'changes'>

/** `note`: why it is rejected, which its owner reads. `sendsMail`: mails are configured. */
type Approval = { name: string; sendsMail: boolean } & ApprovalDecision

/**
 * Approves an account that waits or was rejected, which gives it the sign-up credits, or rejects one
 * that waits. Its owner gets a mail, its open pages follow. Throws `Refused`: `not_found`;
 * `not_waiting`, also for the second of two decisions at once; `act_repeated`.
 */
export async function decideApproval(
  context: Context,
  act: OperatorAction,
  approval: Approval,
): Promise<AccountRow> {
  const { id } = await findNamedAccount(context.database, approval.name)
  const account = await auditedTransaction(context.database, act, async (transaction) => {
    const before = await lockAccount(transaction, id)
    if (!before || before.deleted_at) throw new Refused({ reason: 'not_found' })
    const isOpen = before.approval === 'waiting' || (approval.isApproved && before.approval)
    if (!isOpen) throw new Refused({ reason: 'not_waiting' })
    await setApproval(transaction, id, approval)
    const credits = approval.isApproved ? before.awaited_credits : 0
    if (credits > 0)
      await addCredits(transaction, { accountId: id, credits, reason: 'grant', note: signUpNote })
    const content = approval.isApproved
      ? ({ about: 'account_approved', credits } as const)
      : ({ about: 'account_rejected', note: approval.note } as const)
    const mail = { cause: `${content.about} ${id}`, content }
    if (approval.sendsMail) await queueAccountMail(transaction, before, mail)
    const result = await findAccount(transaction, id)
    if (!result) throw new Refused({ reason: 'not_found' })
    const details = approval.isApproved ? { credits } : { note: approval.note }
    const name = approval.isApproved ? 'account.approve' : 'account.reject'
    return { result, done: { act: name, accountId: id, details } }
  })
  notifyAccountChanged(context, id)
  return account
}

/** Returns the accounts that wait for approval, the longest first. */
export async function readWaiting(
  { database }: Parts<'database'>,
  limit: number,
): Promise<{ rows: AccountRow[]; hasMore: boolean }> {
  const found = await listWaiting(database, limit + 1)
  return { rows: found.slice(0, limit), hasMore: found.length > limit }
}
