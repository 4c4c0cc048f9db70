import { runAlone as runAloneOn } from '#database/database.ts'
import {
  deleteGarbage,
  deleteUnusedUploads,
  purgeDeleted as purgeSome,
} from '#database/queries/retention.ts'
import { deleteOldPending } from '#database/queries/uploads.ts'
import { sweepRetryTime, unusedUploadTime } from '#domain/retention.ts'
import type { ServiceContext } from './context.ts'

const sweepBatch = 50

/**
 * Deletes files without a record. The only place that deletes files: all other code deletes
 * records. Where storage fails, the file stays on the list.
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
    deleteGarbage(database, { limit: sweepBatch, retryTime: sweepRetryTime, remove })
  for (let dealt = sweepBatch; dealt === sweepBatch && !signal.aborted; ) dealt = await some()
}

/**
 * Runs a function unless another process of this product runs it now (`false`).
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
 * Deletes permanently what was deleted and can no longer be restored: its texts and its files.
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
 * Deletes the records of uploads that no generation has used for a day, and of expired presigned
 * uploads.
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
