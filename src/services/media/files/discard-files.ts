import { discardFiles as markDiscarded } from '#database/queries/retention.ts'
import type { ServiceContext } from '../../context.ts'

/**
 * Leaves stored files that nobody recorded to the next sweep. When this fails they wait a day
 * longer.
 */
export async function discardFiles(
  { database, log }: ServiceContext,
  keys: string[],
): Promise<void> {
  await markDiscarded(database, keys).catch((error: unknown) => {
    log.warn({ files: keys.length, err: error }, 'unused files could not be deleted yet')
  })
}
