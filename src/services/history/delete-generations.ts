import type { Kind } from '#catalogue/kinds.ts'
import { deleteEnded, findDeletable, restoreDeleted } from '#database/queries/retention.ts'
import type { GenerationRow } from '#database/tables.ts'
import { isOpen } from '#domain/status.ts'
import type { ServiceContext } from '../context.ts'
import { canCancel, cancelGeneration } from '../generations/cancel-generation.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'

/** How many were deleted, and until when they can be restored. */
export type Deleted = { count: number; undoUntil: Date }

/**
 * Deletes generations of one kind; the ledger keeps its entries. They are gone for everybody at
 * once, and for good after `context.undoTime`. One that still waits is cancelled and refunded
 * first; one that is being made stays. Ids that are not the account's count for nothing, so a mixed
 * list deletes what it may. Throws `Refused`: `not_found` when none of them is the account's,
 * `too_late` when all of them are still being made.
 */
export async function deleteGenerations(
  context: ServiceContext,
  { accountId, kind, ids }: { accountId: string; kind: Kind; ids: readonly string[] },
): Promise<Deleted> {
  const { found, deleted, undoUntil } = await deleteWhatEnded(context, {
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
 * Deletes those of these generations that are the account's, of this kind, and not being made; what
 * still waits is cancelled and refunded first. They can be restored for `undoTime` ms. Answers how
 * many of them there are, and which were deleted.
 */
export async function deleteWhatEnded(
  context: ServiceContext,
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

/** Whoever cannot be cancelled any more, or just now, simply stays. */
async function cancelIfPossible(
  context: ServiceContext,
  { account_id, id }: GenerationRow,
): Promise<void> {
  await cancelGeneration(context, account_id, id).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}

/**
 * Brings deleted generations of any kind back, as they were; one whose deletion cancelled it comes
 * back cancelled and refunded. Answers how many of them are there now, so asking twice does no
 * harm; those that are not the account's, or already purged, count for nothing. Throws `Refused`
 * with `not_found` when there are none.
 */
export async function restoreGenerations(
  context: ServiceContext,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<number> {
  const there = await restoreDeleted(context.database, { accountId, ids: ids.filter(isId) })
  if (there.length === 0) throw new Refused({ reason: 'not_found' })
  for (const { id, was_there } of there)
    if (!was_there) context.changes.publish({ accountId, generationId: id })
  return there.length
}
