import { createReadStream } from 'node:fs'
import pLimit from 'p-limit'
import sharp, { type Metadata, type OutputInfo } from 'sharp'
import { maxImagePixels, maxUploadPixels } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../context.ts'
import { withLocalCopy } from '../media/stored-files.ts'
import { Refused } from '../refused.ts'
import { convertHeic } from './convert-heic.ts'
import type { SniffedType } from './sniff.ts'
import { type RawFile, storeClean, type ValidatedFile } from './store-clean.ts'

type FullImage = Extract<SniffedType, { medium: 'image' }>

/**
 * Limits memory: an image of up to `maxPicturePixels` fills some hundred megabytes while it is
 * open; one to be downscaled more.
 */
const gate = pLimit(2)
const largeGate = pLimit(1)

const types = {
  jpeg: { extension: 'jpg', contentType: 'image/jpeg' },
  png: { extension: 'png', contentType: 'image/png' },
  webp: { extension: 'webp', contentType: 'image/webp' },
} as const

/** Timeout of one image, in seconds. */
const timeoutSeconds = 60

/**
 * Encodes an image again: upright, with its colours, without metadata (place, camera, thumbnails,
 * appended files), downscaled to `maxPicturePixels` where it has more. Formats that browsers do not
 * show become JPEG, or PNG with transparency. Throws `Refused`.
 */
export function validateImage(
  context: ServiceContext,
  raw: RawFile,
  { format }: FullImage,
): Promise<ValidatedFile> {
  return gate(() =>
    withLocalCopy(context.storage, raw.key, async (path) => {
      const head = await readHead(path, format === 'heic' ? maxImagePixels : maxUploadPixels)
      const still = head.hasAlpha ? 'png' : 'jpeg'
      const to = format === 'avif' || format === 'heic' ? still : format
      const decoded =
        format === 'heic' ? await convertHeic(path, `${path}.png`, head.icc ?? null) : path
      const isLarge = head.width * head.height > maxImagePixels
      const write = () =>
        rewrite(decoded, `${path}.clean`, to, isLarge ? downscaled(head.autoOrient) : undefined)
      const { width, height } = await (isLarge ? largeGate(write) : write())
      const { key, bytes, sha256 } = await storeClean(
        context,
        createReadStream(`${path}.clean`),
        types[to],
      )
      const content_type = types[to].contentType
      return {
        storage_key: key,
        content_type,
        bytes,
        sha256,
        width,
        height,
        duration_ms: null,
        fps: null,
      }
    }),
  )
}

/** Reads the header, before any pixels are decoded. */
async function readHead(
  path: string,
  maxPixels: number,
): Promise<Pick<Metadata, 'hasAlpha' | 'icc' | 'width' | 'height' | 'autoOrient'>> {
  const head = await sharp(path, { limitInputPixels: false }).metadata().catch(refuseBroken)
  if (head.width * head.height > maxPixels)
    throw new Refused({ reason: 'too_many_pixels', max: maxPixels })
  const isStill = (head.pages ?? 1) === 1 || head.format === 'heif'
  if (!isStill) throw new Refused({ reason: 'animated_image' })
  return head
}

type Size = { width: number; height: number }

/** Returns the largest allowed size of the same ratio. */
function downscaled({ width, height }: Size): Size {
  const scale = Math.sqrt(maxImagePixels / (width * height))
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}

async function rewrite(
  from: string,
  to: string,
  format: keyof typeof types,
  size?: Size,
): Promise<OutputInfo> {
  const upright = sharp(from, { limitInputPixels: maxUploadPixels, failOn: 'error' })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds })
  const image = size ? upright.resize({ ...size, fit: 'inside' }) : upright
  // CMYK means nothing on a screen; all other images keep their colour profile.
  const { space } = await image.metadata().catch(refuseBroken)
  const shown = space === 'cmyk' ? image.toColourspace('srgb') : image.keepIccProfile()
  const options = {
    jpeg: { quality: 95, chromaSubsampling: '4:4:4' },
    webp: { quality: 95 },
    png: {},
  }[format]
  return shown.toFormat(format, options).toFile(to).catch(refuseBroken)
}

function refuseBroken(): never {
  throw new Refused({ reason: 'broken_file' })
}
