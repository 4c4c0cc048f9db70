import { purgeDeleted as purgeSome } from '#database/queries/retention/purge.ts'
import type { ServiceContext } from '../context.ts'

const batch = 200

/** Destroys what was deleted and can no longer be restored: what was written, and what was made of it. */
export async function purgeDeleted({ database }: ServiceContext): Promise<void> {
  let purged = batch
  while (purged === batch) purged = await purgeSome(database, batch)
}
