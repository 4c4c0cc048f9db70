import sharp from 'sharp'
import type { PictureRequest } from '../../pictures/render-picture.ts'

/** One flat picture for each size and format, made once: for runs in which the computing time belongs to others. */
export function createPlainPictures(): (request: PictureRequest) => Promise<Buffer> {
  const made = new Map<string, Promise<Buffer>>()
  return ({ width, height, format = 'jpeg' }) => {
    const name = `${width}x${height}.${format}`
    const picture = made.get(name) ?? flat(width, height, format)
    made.set(name, picture)
    return picture
  }
}

function flat(width: number, height: number, format: 'jpeg' | 'png'): Promise<Buffer> {
  const plain = sharp({ create: { width, height, channels: 3, background: '#5b7f95' } })
  return format === 'png'
    ? plain.png({ palette: true, compressionLevel: 9 }).toBuffer()
    : plain.jpeg({ quality: 40 }).toBuffer()
}
