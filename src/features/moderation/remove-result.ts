import { findAccount } from '#core/accounts/queries/accounts.ts'
import { lockEnded } from '#core/generations/removed-results.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { queueAccountMail } from '#core/mail/queue-mail.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { removeResult } from './queries.ts'

/**
 * Removes the result of a generation for everyone: its files are deleted, their hashes kept, and its
 * owner gets a note, by mail too. The record and the ledger stay. Repeating it changes nothing.
 * A worker deletes the files within minutes. Throws `Refused` `not_found`.
 */
export async function takeDownResult(
  context: Parts<'database' | 'changes' | 'contributions'> & {
    /** Whether mails are sent. */
    sendsMail: boolean
  },
  act: OperatorAction,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const { changes, contributions, database, sendsMail } = context
  const accounts = await auditedTransaction(database, act, async (transaction) => {
    const found = await lockEnded(transaction, id)
    const { account_id: accountId, kind, removed_at } = found
    const nothing = { accounts: [], hashes: [] }
    const removed = removed_at ? nothing : await removeResult(transaction, { ...found, note })
    const ofFeatures: Record<string, number> = {}
    for (const effect of contributions.removalEffects)
      Object.assign(ofFeatures, await effect(transaction, found))
    const owner = await findAccount(transaction, accountId)
    if (sendsMail && owner && !removed_at)
      await queueAccountMail(transaction, owner, {
        cause: `result_removed ${id}`,
        content: { about: 'result_removed', kind, note },
      })
    const data = { generation_id: id, account_id: accountId, kind }
    if (!removed_at)
      await announceToOperators(context, transaction, {
        event: 'result.removed',
        generationId: id,
        data,
      })
    const done = { act: 'generation.takedown', accountId, generationId: id }
    return {
      result: new Set([accountId, ...removed.accounts]),
      done: { ...done, details: { note, ...ofFeatures, hashes: removed.hashes } },
    }
  })
  for (const accountId of accounts) changes.publish({ accountId, generationId: id })
}

type RemoveResultParts = Parts<
  'background' | 'changes' | 'contributions' | 'database' | 'log' | 'mail' | 'storage'
>

/** The same, and its files are deleted at once. */
export async function takeDownNow(
  context: RemoveResultParts,
  act: OperatorAction,
  takedown: { id: string; note: string },
): Promise<void> {
  await takeDownResult({ ...context, sendsMail: context.mail !== null }, act, takedown)
  context.background.run(() => deleteOrphanedFiles(context))
}
