import { findAccount } from '#core/accounts/queries/accounts.ts'
import { lockGeneration } from '#core/generations/queries/admin-generations.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { isId } from '#core/ids.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { queueAccountMail } from '#core/mail/queue-mail.ts'
import { announceToOperators } from '#core/operators/announce-to-operators.ts'
import { auditedTransaction, type OperatorAction } from '#core/operators/audited-transaction.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import type { Database } from '#platform/database/database.ts'
import { isRemoved, removeResult } from './queries.ts'

/** What a feature does with a removed result; answers what the audit log says of it. */
export type RemovalEffect = (
  transaction: Database,
  result: Pick<GenerationRow, 'id' | 'account_id'>,
) => Promise<Record<string, number>>

declare module '#core/parts.ts' {
  interface Contributions {
    /** What they do when an operator removes a result, in its transaction. */
    removalEffects: readonly RemovalEffect[]
  }
}

/** Locks a generation that has ended, until the transaction ends. Throws `Refused` `not_found`. */
export async function lockEnded(transaction: Database, id: string): Promise<GenerationRow> {
  const found = isId(id) ? await lockGeneration(transaction, id) : undefined
  if (!found || found.deleted_at || isOpen(found.status)) throw new Refused({ reason: 'not_found' })
  return found
}

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

/** Throws `Refused` `result_removed` where a generation would be made again that was removed. */
export async function refuseRemoved(
  { database }: Parts<'database'>,
  parentId: string | null | undefined,
): Promise<void> {
  if (parentId && (await isRemoved(database, parentId)))
    throw new Refused({ reason: 'result_removed' })
}
