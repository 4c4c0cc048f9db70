import { restoreDeleted } from '#database/queries/retention.ts'
import type { ServiceContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import { isId } from '../reading/read-generation.ts'

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
