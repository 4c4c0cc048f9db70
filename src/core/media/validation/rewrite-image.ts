import sharp, { type Metadata } from 'sharp'
import { Refused } from '#core/refused.ts'
import { maxImagePixels, maxUploadPixels } from '../upload-rules.ts'

/** Timeout of one image in libvips, in seconds. */
const timeoutSeconds = 60

export type ImageHead = Pick<Metadata, 'hasAlpha' | 'icc' | 'width' | 'height' | 'autoOrient'>

/** Reads the header, before any pixels are decoded. Throws `Refused`, or that it is damaged. */
export async function readImageHead({
  path,
  format,
}: {
  path: string
  format: string
}): Promise<ImageHead> {
  const max = format === 'heic' ? maxImagePixels : maxUploadPixels
  const head = await sharp(path, { limitInputPixels: false }).metadata()
  if (head.width * head.height > max) throw new Refused({ reason: 'too_many_pixels', max })
  const isStill = (head.pages ?? 1) === 1 || head.format === 'heif'
  if (!isStill) throw new Refused({ reason: 'animated_image' })
  const { hasAlpha, icc, width, height, autoOrient } = head
  return { hasAlpha, ...(icc && { icc }), width, height, autoOrient }
}

type Size = { width: number; height: number }

/** Paths, the new format, and the size of one that is too large, as `readImageHead` read it. */
export type ImageToRewrite = {
  from: string
  to: string
  format: 'jpeg' | 'png' | 'webp'
  size?: Size
}

/** Encodes an image again, upright and without metadata. Throws when it is damaged. */
export async function rewriteImage({ from, to, format, size }: ImageToRewrite): Promise<Size> {
  const upright = sharp(from, { limitInputPixels: maxUploadPixels, failOn: 'error' })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds })
  const image = size ? upright.resize({ ...downscaled(size), fit: 'inside' }) : upright
  // CMYK means nothing on a screen; all other images keep their colour profile.
  const { space } = await image.metadata()
  const shown = space === 'cmyk' ? image.toColourspace('srgb') : image.keepIccProfile()
  const options = {
    jpeg: { quality: 95, chromaSubsampling: '4:4:4' },
    webp: { quality: 95 },
    png: {},
  }[format]
  const { width, height } = await shown.toFormat(format, options).toFile(to)
  return { width, height }
}

/** Returns the largest allowed size of the same ratio. */
function downscaled({ width, height }: Size): Size {
  const scale = Math.sqrt(maxImagePixels / (width * height))
  return { width: Math.floor(width * scale), height: Math.floor(height * scale) }
}
