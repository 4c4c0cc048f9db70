import { deleteExpiredDownloads } from '#database/queries/downloads.ts'
import type { ServiceContext } from '../context.ts'

/** Forgets the downloads that nobody can fetch any more. */
export async function forgetDownloads({ database }: ServiceContext): Promise<void> {
  await deleteExpiredDownloads(database)
}
