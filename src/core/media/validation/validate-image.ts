import { createReadStream } from 'node:fs'
import pLimit from 'p-limit'
import type { Parts } from '#core/parts.ts'
import { withLocalCopy } from '../stored-files.ts'
import { maxImagePixels } from '../upload-rules.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import type { SniffedType } from './sniff.ts'
import { type RawFile, storeClean, type ValidatedFile } from './store-clean.ts'

type FullImage = Extract<SniffedType, { medium: 'image' }>

/** Limits memory: an image that is to be downscaled fills most of a gigabyte while it is open. */
const largeGate = pLimit(1)

/** The formats that images are encoded in again. */
export const cleanTypes = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  webp: { extension: 'webp', contentType: 'image/webp' },
} as const

/**
 * Encodes an image again: upright, with its colours, without metadata (place, camera, thumbnails,
 * appended files), downscaled to `maxPicturePixels` where it has more. Formats that browsers do not
 * show become JPEG, or PNG with transparency. Throws `Refused`.
 */
export function validateImage(
  context: Parts<'database' | 'parsers' | 'storage'>,
  accountId: string,
  raw: RawFile,
  { format }: FullImage,
): Promise<ValidatedFile> {
  return withLocalCopy(context.storage, raw.key, async (path) => {
    const clean = `${path}.clean`
    const { to, width, height } = await encodeAgain(context, accountId, {
      path,
      clean,
      format,
    }).catch(refuseInvalid)
    const stored = await storeClean(context, createReadStream(clean), cleanTypes[to])
    return {
      storage_key: stored.key,
      content_type: cleanTypes[to].contentType,
      bytes: stored.bytes,
      sha256: stored.sha256,
      ...{ width, height, duration_ms: null, fps: null },
    }
  })
}

/** Writes the image at `clean`, in the format `to`. Throws `Refused` or `InvalidMedia`. */
export async function encodeAgain(
  { parsers }: Parts<'parsers'>,
  accountId: string,
  { path, clean, format }: { path: string; clean: string; format: FullImage['format'] },
) {
  const head = await parsers.run('readImageHead', { path, format }, { accountId })
  const still = head.hasAlpha ? 'png' : 'jpeg'
  const to = format === 'avif' || format === 'heic' ? still : format
  const from = format === 'heic' ? `${path}.png` : path
  if (format === 'heic') {
    const image = { from: path, to: from, colours: head.icc ?? null }
    await parsers.run('decodeHeic', image, { accountId })
  }
  const isLarge = head.width * head.height > maxImagePixels
  const image = { from, to: clean, format: to, ...(isLarge && { size: head.autoOrient }) }
  const run = () => parsers.run('rewriteImage', image, { accountId })
  return { to, ...(await (isLarge ? largeGate(run) : run())) }
}
