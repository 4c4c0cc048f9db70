import {
  deleteGarbage,
  deleteUnusedUploads,
  purgeDeleted as purgeSome,
} from '#database/queries/retention.ts'
import { deleteOldPending } from '#database/queries/uploads.ts'
import { sweepRetryTime, unusedUploadTime } from '#domain/retention.ts'
import type { ServiceContext } from './context.ts'

/** Repeats a statement while it finds as many rows as it may, so that each transaction is short. */
export async function repeatWhileFull(
  { background: { signal } }: Pick<ServiceContext, 'background'>,
  limit: number,
  some: (limit: number) => Promise<number>,
): Promise<void> {
  for (let done = limit; done === limit && !signal.aborted; ) done = await some(limit)
}

const sweepBatch = 50

/**
 * Deletes files without a record. The only place that deletes files: all other code deletes
 * records. Where storage fails, the file stays on the list.
 */
export async function deleteOrphanedFiles(context: ServiceContext): Promise<void> {
  const { database, storage, log } = context
  const remove = async (key: string) => {
    try {
      await storage.delete(key)
      return true
    } catch (error) {
      log.warn({ key, err: error }, 'file could not be deleted')
      return false
    }
  }
  await repeatWhileFull(context, sweepBatch, (limit) =>
    deleteGarbage(database, { limit, retryTime: sweepRetryTime, remove }),
  )
}

const purgeBatch = 200

/**
 * Deletes permanently what was deleted and can no longer be restored: its texts and its files.
 */
export async function purgeDeleted(context: ServiceContext): Promise<void> {
  await repeatWhileFull(context, purgeBatch, (limit) => purgeSome(context.database, limit))
}

const uploadBatch = 500

/**
 * Deletes the records of uploads that no generation has used for a day, and of expired presigned
 * uploads.
 */
export async function deleteOldUploads(context: ServiceContext): Promise<void> {
  const { database } = context
  const time = unusedUploadTime
  await repeatWhileFull(context, uploadBatch, (limit) =>
    deleteOldPending(database, { time, limit }),
  )
  await repeatWhileFull(context, uploadBatch, (limit) =>
    deleteUnusedUploads(database, { time, limit }),
  )
}
