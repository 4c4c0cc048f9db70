import sharp from 'sharp'
import { maxImagePixels } from '#domain/generations/result-files.ts'
import type { ContentType } from './file-type.ts'
import { type Inspected, InvalidMedia } from './inspected-file.ts'

/** The bytes of an image, or the path of its file. */
type ImageContent = Uint8Array | string

/** Reads an image's header. Throws `InvalidMedia` for another type and for too many pixels. */
export async function inspectImage({
  content,
  contentType,
}: {
  content: ImageContent
  contentType: ContentType
}): Promise<Inspected> {
  const { format, autoOrient } = await sharp(content, { limitInputPixels: maxImagePixels })
    .metadata()
    .catch((error: unknown) => {
      throw new InvalidMedia(`The image cannot be read: ${String(error)}`)
    })
  if (contentType !== `image/${format}`) throw new InvalidMedia(`The image is really ${format}`)
  const { width, height } = autoOrient
  if (width * height > maxImagePixels)
    throw new InvalidMedia(`The image has ${width} × ${height} pixels`)
  return { width, height, durationMs: null, fps: null }
}

const thumbnailWidth = 640

/** Draws the thumbnail of an image, as WebP. Throws for an image with more than `maxPixels`. */
export function shrinkImage({
  content,
  maxPixels,
}: {
  content: ImageContent
  maxPixels: number
}): Promise<Buffer> {
  return sharp(content, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ width: thumbnailWidth, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}

const previewWidth = 256

/** Draws the small image of an unfinished result, as WebP. Throws as `shrinkImage` does. */
export function drawPreview({
  content,
  maxPixels,
}: {
  content: Uint8Array
  maxPixels: number
}): Promise<Buffer> {
  const size = { width: previewWidth, height: previewWidth }
  return sharp(content, { limitInputPixels: maxPixels })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 60 })
    .toBuffer()
}
