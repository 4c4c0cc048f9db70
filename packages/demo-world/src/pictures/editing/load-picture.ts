import sharp from 'sharp'
import type { Bitmap } from '../canvas/develop.ts'

export type Size = { width: number; height: number }

/**
 * A picture file as a bitmap of this size: turned upright, cut to the shape, laid on white where it
 * is transparent.
 */
export async function loadPicture(file: Uint8Array, { width, height }: Size): Promise<Bitmap> {
  const { data } = await sharp(file)
    .autoOrient()
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .resize(width, height, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}

/** The size of a picture file in pixels as people see it. Throws when it is none. */
export async function uprightSize(file: Uint8Array): Promise<Size> {
  const { autoOrient } = await sharp(file).metadata()
  return autoOrient
}
