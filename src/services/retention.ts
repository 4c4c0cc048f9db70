import { runAlone as runAloneOn } from '#database/database.ts'
import {
  deleteUnusedUploads,
  purgeDeleted as purgeSome,
  sweepGarbage,
} from '#database/queries/retention.ts'
import { deleteOldPending } from '#database/queries/uploads.ts'
import { sweepRetryTime, unusedUploadTime } from '#domain/retention.ts'
import type { ServiceContext } from './context.ts'

const sweepBatch = 50

/**
 * Deletes the files that no record has any more, or never got. The only place that deletes a file:
 * everybody else deletes records. Where storage refuses, the file stays on the list.
 */
export async function deleteOrphanedFiles({
  database,
  storage,
  log,
  background: { signal },
}: ServiceContext): Promise<void> {
  const remove = async (key: string) => {
    try {
      await storage.delete(key)
      return true
    } catch (error) {
      log.warn({ key, err: error }, 'file could not be deleted')
      return false
    }
  }
  const some = () =>
    sweepGarbage(database, { limit: sweepBatch, retryTime: sweepRetryTime, remove })
  for (let dealt = sweepBatch; dealt === sweepBatch && !signal.aborted; ) dealt = await some()
}

/**
 * Does the work unless another process of this product does it just now. `false`: somebody does.
 */
export function runAlone(
  { database }: ServiceContext,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  return runAloneOn(database, name, work)
}

const purgeBatch = 200

/**
 * Destroys what was deleted and can no longer be restored: what was written, and what was made of
 * it.
 */
export async function purgeDeleted({
  database,
  background: { signal },
}: ServiceContext): Promise<void> {
  for (let purged = purgeBatch; purged === purgeBatch && !signal.aborted; )
    purged = await purgeSome(database, purgeBatch)
}

const uploadBatch = 500

/**
 * Deletes the records of uploads that no generation has used for a day, and of those that never
 * came.
 */
export async function deleteOldUploads({
  database,
  background: { signal },
}: ServiceContext): Promise<void> {
  await deleteOldPending(database, unusedUploadTime)
  const some = () => deleteUnusedUploads(database, { time: unusedUploadTime, limit: uploadBatch })
  for (let deleted = uploadBatch; deleted === uploadBatch && !signal.aborted; )
    deleted = await some()
}
