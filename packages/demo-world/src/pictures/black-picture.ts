import sharp from 'sharp'
import type { PictureFormat } from './render-picture.ts'

/** What a safety checker puts in place of a picture. */
export function blackPicture(size: {
  width: number
  height: number
  format: PictureFormat
}): Promise<Buffer> {
  const { width, height, format } = size
  return sharp({ create: { width, height, channels: 3, background: 'black' } })
    .toFormat(format)
    .toBuffer()
}
