import { randomUUID } from 'node:crypto'
import type { Parts } from '#core/parts.ts'
import type { StoredFile } from '#platform/storage/storage.ts'
import { storeFile } from '../stored-files.ts'
import { maxUploadBytes } from '../upload-rules.ts'

/**
 * A stored file that was opened and is valid. `width` and `height` in pixels as shown; audio has
 * none.
 */
export type ValidatedFile = {
  storage_key: string
  content_type: string
  bytes: number
  sha256: string
  width: number | null
  height: number | null
  duration_ms: number | null
  fps: number | null
}

/** A file as uploaded, in storage. `sha256` is `null` when it was not computed on upload. */
export type RawFile = { key: string; bytes: number; sha256: string | null }

/** A losslessly stored image may grow when it is encoded again. */
const maxCleanBytes = 4 * maxUploadBytes

/** Returns a new name in storage. */
export function uploadKey(extension: string): string {
  return `uploads/${randomUUID()}.${extension}`
}

/** Stores the validated content of an upload under a name of its own. */
export async function storeClean(
  context: Parts<'database' | 'storage'>,
  body: AsyncIterable<Uint8Array>,
  { extension, contentType }: { extension: string; contentType: string },
): Promise<StoredFile & { key: string }> {
  const key = uploadKey(extension)
  return { key, ...(await storeFile(context, key, body, { maxBytes: maxCleanBytes, contentType })) }
}
