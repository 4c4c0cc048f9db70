import { sweepGarbage } from '#database/queries/retention.ts'
import { sweepRetryTime } from '#domain/retention.ts'
import type { ServiceContext } from '../context.ts'

const batch = 50

/**
 * Deletes the files that no record has any more, or never got. The only place that deletes a file:
 * everybody else deletes records. Where storage refuses, the file stays on the list.
 */
export async function sweepFiles({
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
  const some = () => sweepGarbage(database, { limit: batch, retryTime: sweepRetryTime, remove })
  for (let dealt = batch; dealt === batch && !signal.aborted; ) dealt = await some()
}
