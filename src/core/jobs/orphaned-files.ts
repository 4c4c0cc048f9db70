import { deleteGarbage } from '#core/media/queries/garbage.ts'
import type { Parts } from '#core/parts.ts'
import { repeatWhileFull } from './repeat-while-full.ts'
import { sweepRetryTime } from './retention-rules.ts'

const sweepBatch = 50

/**
 * Deletes files without a record. The only place that deletes files: all other code deletes
 * records. Where storage fails, the file stays on the list.
 */
export async function deleteOrphanedFiles(
  context: Parts<'background' | 'database' | 'log' | 'storage'>,
): Promise<void> {
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
