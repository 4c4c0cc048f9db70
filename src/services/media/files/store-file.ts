import { announceFile } from '#database/queries/retention/garbage.ts'
import { unrecordedFileTime } from '#domain/retention.ts'
import type { Stored } from '#storage/storage.ts'
import type { ServiceContext } from '../../context.ts'

/**
 * Streams a file into storage under a name that was never used before. It is announced first: until a media row names
 * it, it is on the list of files to sweep, so that a crash leaves nothing behind for ever.
 */
export async function storeFile(
  { database, storage }: Pick<ServiceContext, 'database' | 'storage'>,
  key: string,
  body: AsyncIterable<Uint8Array>,
  options: { maxBytes: number; contentType: string },
): Promise<Stored> {
  await announceFile(database, key, unrecordedFileTime)
  return storage.write(key, body, options)
}
