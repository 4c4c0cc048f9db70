import type { Kind } from '#catalogue/kind.ts'
import { deleteEnded, findDeletable } from '#database/queries/retention/delete-generations.ts'
import type { GenerationRow } from '#database/tables.ts'
import { isOpen } from '#domain/status.ts'
import type { ServiceContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import { canCancel, cancelGeneration } from '../cancel-generation.ts'
import { isId } from '../reading/read-generation.ts'

/** How many were deleted, and until when they can be restored. */
export type Deleted = { count: number; undoUntil: Date }

/**
 * Deletes generations of one kind; the ledger keeps its entries. They are gone for everybody at once, and for good after
 * `context.undoTime`. One that still waits is cancelled and refunded first; one that is being made stays. Ids that are
 * not the account's count for nothing, so a mixed list deletes what it may. Throws `Refused`: `not_found` when none of
 * them is the account's, `too_late` when all of them are still being made.
 */
export async function deleteGenerations(
  context: ServiceContext,
  { accountId, kind, ids }: { accountId: string; kind: Kind; ids: readonly string[] },
): Promise<Deleted> {
  const asked = { accountId, kind, ids: ids.filter(isId) }
  const found = await findDeletable(context.database, asked)
  if (found.length === 0) throw new Refused({ reason: 'not_found' })

  const waiting = found.filter((row) => isOpen(row.status) && canCancel(row))
  await Promise.all(waiting.map((row) => cancelIfPossible(context, row)))
  const deleted = await deleteEnded(context.database, asked, context.undoTime)
  const [first] = deleted
  if (!first) throw new Refused({ reason: 'too_late' })

  for (const { id: generationId } of deleted) context.changes.publish({ accountId, generationId })
  return { count: deleted.length, undoUntil: first.purge_at }
}

/** Whoever cannot be cancelled any more, or just now, simply stays. */
async function cancelIfPossible(context: ServiceContext, { account_id, id }: GenerationRow): Promise<void> {
  await cancelGeneration(context, account_id, id).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error
  })
}
