import sharp from 'sharp'
import { maxImagePixels } from '#core/generations/rules/result-files.ts'

/** Timeout of one image in libvips, in seconds. */
const timeoutSeconds = 60

/** The formats that images are converted to. `quality`: from 1 to 100, where the format has one. */
export type ImageTarget = { format: 'png' | 'jpeg' | 'webp'; quality?: number }

/** From one path to another; `xmp`: the packet of the new file. */
export type ImageToConvert = ImageTarget & { from: string; to: string; xmp: string | null }

/**
 * Converts an image, upright and with its colours. A damaged image is drawn as far as possible;
 * what is transparent becomes white in a JPEG. Throws when it is no image at all.
 */
export async function convertImage({
  from,
  to,
  xmp,
  format,
  quality,
}: ImageToConvert): Promise<void> {
  const image = sharp(from, { limitInputPixels: maxImagePixels, failOn: 'none' })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds })
    .keepIccProfile()
  const drawn = format === 'jpeg' ? image.flatten({ background: '#fff' }) : image
  const converted = drawn.toFormat(format, { ...(quality !== undefined && { quality }) })
  await (xmp === null ? converted : converted.withXmp(xmp)).toFile(to)
}
