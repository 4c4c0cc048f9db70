import { repeatWhileFull } from '#core/jobs/repeat-while-full.ts'
import { unusedUploadTime } from '#core/jobs/retention-rules.ts'
import type { Parts } from '#core/parts.ts'
import { deleteOldPending, deleteUnusedUploads } from '../queries/uploads.ts'

const uploadBatch = 500

/**
 * Deletes the records of uploads that no generation has used for a day, and of expired presigned
 * uploads.
 */
export async function deleteOldUploads(context: Parts<'background' | 'database'>): Promise<void> {
  const { database } = context
  const time = unusedUploadTime
  await repeatWhileFull(context, uploadBatch, (limit) =>
    deleteOldPending(database, { time, limit }),
  )
  await repeatWhileFull(context, uploadBatch, (limit) =>
    deleteUnusedUploads(database, { time, limit }),
  )
}
