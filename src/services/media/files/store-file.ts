import { announceFile } from '#database/queries/retention.ts'
import { unrecordedFileTime } from '#domain/retention.ts'
import type { Stored } from '#storage/storage.ts'
import type { ServiceContext } from '../../context.ts'

/**
 * Streams a file into storage under a name that was never used before. It is announced before it
 * has that name: until a media row names it, it is on the list of files to sweep, so that a crash
 * leaves nothing behind for ever.
 */
export async function storeFile(
  { database, storage }: Pick<ServiceContext, 'database' | 'storage'>,
  key: string,
  body: AsyncIterable<Uint8Array>,
  options: { maxBytes: number; contentType: string },
): Promise<Stored> {
  const announced = announceFile(database, key, unrecordedFileTime)
  // Whoever writes hears of it at the end of the body; the write may have failed before.
  announced.catch(() => undefined)
  return storage.write(key, endingAfter(announced, body), options)
}

/**
 * All of a body, but not its end before that: storage gives a file its name only when all of it has
 * come.
 */
async function* endingAfter(
  announced: Promise<void>,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* body
  await announced
}
