import { randomUUID } from 'node:crypto'
import { maxUploadBytes } from '#domain/upload-rules.ts'
import type { Stored } from '#storage/storage.ts'
import type { ServiceContext } from '../../context.ts'
import { storeFile } from '../../media/files/store-file.ts'

/** A picture kept without loss may grow when it is written anew. */
const maxCleanBytes = 4 * maxUploadBytes

/** A name in storage that was never used before. */
export function uploadKey(extension: string): string {
  return `uploads/${randomUUID()}.${extension}`
}

/** Stores what is kept of an upload under a name of its own. */
export async function storeClean(
  context: ServiceContext,
  body: AsyncIterable<Uint8Array>,
  { extension, contentType }: { extension: string; contentType: string },
): Promise<Stored & { key: string }> {
  const key = uploadKey(extension)
  return { key, ...(await storeFile(context, key, body, { maxBytes: maxCleanBytes, contentType })) }
}
