import type { Parts } from '#core/parts.ts'
import { readStored } from '../inspect-file.ts'
import { applyPatches } from './apply-patches.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import { type RawFile, storeClean, type ValidatedFile } from './store-clean.ts'

type Type = { contentType: string; extension: string }

/**
 * Blanks the metadata of a video or audio file. One without any stays where it is, unless `raw` may
 * be written again: then it is copied. `isSearched`: whether its container can have any. Throws
 * `Refused`, or what storage throws.
 */
export async function storeWithoutMetadata(
  context: Parts<'database' | 'parsers' | 'storage'>,
  accountId: string,
  raw: RawFile,
  type: Type,
  { isSearched = true } = {},
): Promise<Pick<ValidatedFile, 'storage_key' | 'content_type' | 'bytes' | 'sha256'>> {
  const { contentType } = type
  const reading = { accountId, read: readStored(context.storage, raw.key) }
  const patches = isSearched
    ? await context.parsers
        .run('findMetadata', { bytes: raw.bytes, contentType }, reading)
        .catch(refuseInvalid)
    : []
  if (patches.length === 0 && raw.sha256 !== null) {
    const { key, bytes, sha256 } = raw
    return { storage_key: key, content_type: contentType, bytes, sha256 }
  }
  const body = applyPatches(await context.storage.read(raw.key), patches)
  const { key, bytes, sha256 } = await storeClean(context, body, type)
  return { storage_key: key, content_type: contentType, bytes, sha256 }
}
