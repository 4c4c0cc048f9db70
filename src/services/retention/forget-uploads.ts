import { deleteUnusedUploads } from '#database/queries/retention.ts'
import { deleteOldPending } from '#database/queries/uploads.ts'
import { unusedUploadTime } from '#domain/retention.ts'
import type { ServiceContext } from '../context.ts'

const batch = 500

/**
 * Deletes the records of uploads that no generation has used for a day, and of those that never
 * came.
 */
export async function forgetUploads({
  database,
  background: { signal },
}: ServiceContext): Promise<void> {
  await deleteOldPending(database, unusedUploadTime)
  const some = () => deleteUnusedUploads(database, { time: unusedUploadTime, limit: batch })
  for (let deleted = batch; deleted === batch && !signal.aborted; ) deleted = await some()
}
