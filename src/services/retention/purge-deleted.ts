import { purgeDeleted as purgeSome } from '#database/queries/retention.ts'
import type { ServiceContext } from '../context.ts'

const batch = 200

/**
 * Destroys what was deleted and can no longer be restored: what was written, and what was made of
 * it.
 */
export async function purgeDeleted({
  database,
  background: { signal },
}: ServiceContext): Promise<void> {
  for (let purged = batch; purged === batch && !signal.aborted; )
    purged = await purgeSome(database, batch)
}
