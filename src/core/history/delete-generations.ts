import {
  type CancelGenerationParts,
  canCancel,
  cancelGeneration,
} from '#core/generations/cancel-generation.ts'
import { isOpen } from '#core/generations/rules/status.ts'
import type { GenerationRow } from '#core/generations/tables.ts'
import { isId } from '#core/ids.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { deleteEnded, findDeletable, restoreDeleted } from './queries/purge.ts'

/** How many were deleted, and until when they can be restored. */
export type Deletion = { count: number; undoUntil: Date }

export type DeleteGenerationsParts = CancelGenerationParts & Parts<'undoTime'>

/**
 * Deletes generations of one kind; the ledger keeps its entries. They disappear for all readers at
 * once, and permanently after `context.undoTime`. A waiting one is cancelled and refunded first; a
 * running one is kept. Ids of other accounts are ignored, so a mixed list deletes the rest. Throws
 * `Refused`: `not_found` when none of them is the account's, `too_late` when all of them are still
 * running.
 */
export async function deleteGenerations(
  context: DeleteGenerationsParts,
  { accountId, kind, ids }: { accountId: string; kind: Kind; ids: readonly string[] },
): Promise<Deletion> {
  const { found, deleted, undoUntil } = await deleteEndedRecords(context, {
    accountId,
    kind,
    ids,
    undoTime: context.undoTime,
  })
  if (found === 0) throw new Refused({ reason: 'not_found' })
  if (!undoUntil) throw new Refused({ reason: 'too_late' })
  return { count: deleted.length, undoUntil }
}

/**
 * Deletes those of these generations that are the account's, of this kind, and not running; waiting
 * ones are cancelled and refunded first. They can be restored for `undoTime` ms. Returns how many
 * there are, and which were deleted.
 */
export async function deleteEndedRecords(
  context: CancelGenerationParts,
  {
    undoTime,
    ...asked
  }: { accountId: string; kind: Kind; ids: readonly string[]; undoTime: number },
): Promise<{ found: number; deleted: string[]; undoUntil: Date | null }> {
  const deletion = { ...asked, ids: asked.ids.filter(isId) }
  const found = await findDeletable(context.database, deletion)
  const waiting = found.filter((row) => isOpen(row.status) && canCancel(row))
  await Promise.all(waiting.map((row) => cancelIfPossible(context, row)))
  const deleted = found.length === 0 ? [] : await deleteEnded(context.database, deletion, undoTime)
  for (const { id: generationId } of deleted)
    context.changes.publish({ accountId: asked.accountId, generationId })
  return {
    found: found.length,
    deleted: deleted.map(({ id }) => id),
    undoUntil: deleted[0]?.purge_at ?? null,
  }
}

/** One that cannot be cancelled any more, or just now, is kept. */
async function cancelIfPossible(
  context: CancelGenerationParts,
  { account_id, id }: GenerationRow,
): Promise<void> {
  await cancelGeneration(context, account_id, id).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}

/**
 * Restores deleted generations of any kind; one whose deletion cancelled it stays cancelled and
 * refunded. Returns how many of them exist now, so a repeated call is harmless; those of other
 * accounts, or already purged, do not count. Throws `Refused` `not_found` when there are none.
 */
export async function restoreGenerations(
  context: Parts<'changes' | 'database'>,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<number> {
  const there = await restoreDeleted(context.database, { accountId, ids: ids.filter(isId) })
  if (there.length === 0) throw new Refused({ reason: 'not_found' })
  for (const { id, was_there } of there)
    if (!was_there) context.changes.publish({ accountId, generationId: id })
  return there.length
}
