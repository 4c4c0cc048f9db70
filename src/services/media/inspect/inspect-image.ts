import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { maxImagePixels } from '#domain/result-files.ts'
import type { Storage } from '#storage/storage.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { checkEnd, partsOfRead, partsOfStored } from './check-end.ts'
import { type FileToInspect, type Inspected, InvalidMedia } from './inspected.ts'

/**
 * A picture up to this size is read once and looked at in memory, without a copy on the disk. In
 * bytes.
 */
const smallPicture = 4 * 1024 * 1024

/**
 * Reads a picture's end and head: is it whole, of its type and of a sane size? Its points are
 * decoded later, for the thumbnail.
 */
export async function inspectImage(storage: Storage, file: FileToInspect): Promise<Inspected> {
  if (file.bytes <= smallPicture) {
    const whole = await buffer(await storage.read(file.key))
    await checkEnd(partsOfRead(whole), file)
    return inspect(whole, file)
  }
  await checkEnd(partsOfStored(storage, file.key), file)
  return withLocalCopy(storage, file.key, (path) => inspect(path, file))
}

async function inspect(picture: Buffer | string, { type }: FileToInspect): Promise<Inspected> {
  const { format, autoOrient } = await sharp(picture, { limitInputPixels: maxImagePixels })
    .metadata()
    .catch((error: unknown) => {
      throw new InvalidMedia(`The picture cannot be read: ${String(error)}`)
    })
  if (type.contentType !== `image/${format}`)
    throw new InvalidMedia(`The picture is really ${format}`)
  const { width, height } = autoOrient
  if (width * height > maxImagePixels)
    throw new InvalidMedia(`The picture has ${width} × ${height} points`)
  return { width, height, durationMs: null, fps: null }
}
