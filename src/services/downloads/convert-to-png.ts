import sharp from 'sharp'
import { maxImagePixels } from '#domain/generations/result-files.ts'

/** Timeout of one image in libvips, in seconds. */
const timeoutSeconds = 60

/**
 * Converts an image to PNG, upright, with its colours and the packet `xmp`, from one path to
 * another. A damaged image is drawn as far as possible. Throws when it is no image at all.
 */
export async function convertToPng({
  from,
  to,
  xmp,
}: {
  from: string
  to: string
  xmp: string | null
}): Promise<void> {
  const image = sharp(from, { limitInputPixels: maxImagePixels, failOn: 'none' })
    .autoOrient()
    .timeout({ seconds: timeoutSeconds })
    .keepIccProfile()
    .png()
  await (xmp === null ? image : image.withXmp(xmp)).toFile(to)
}
