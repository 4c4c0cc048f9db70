import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { Medium } from '#catalogue/kinds.ts'
import { maxImagePixels } from '#domain/generations/result-files.ts'
import type { Storage } from '#storage/storage.ts'
import type { ContentType } from './file-type.ts'
import { inspectContainer } from './inspect-container.ts'
import {
  checkEnd,
  type FileToInspect,
  type Inspected,
  InvalidMedia,
  partsOfRead,
  partsOfStored,
} from './inspected-file.ts'
import { withLocalCopy } from './stored-files.ts'

/**
 * Opens a stored file as the expected medium, by its bytes and not by its name, and measures it.
 * Throws `InvalidMedia`, or what storage throws. Measures that cannot be read are `null`: a video
 * of unknown length is still a video.
 */
export async function inspectFile(storage: Storage, file: FileToInspect): Promise<Inspected> {
  if (!mayBe(file.type.contentType, file.medium)) {
    throw new InvalidMedia(`The file is ${file.type.contentType}, not ${file.medium}`)
  }
  if (file.medium === 'image') return inspectImage(storage, file)
  await checkEnd(partsOfStored(storage, file.key), file)
  return inspectContainer(storage, file)
}

/** Whether a file of this type can be of this medium. A video container may hold audio alone. */
function mayBe(contentType: ContentType, medium: Medium): boolean {
  return contentType.startsWith(`${medium}/`) || (medium === 'audio' && contentType === 'video/mp4')
}

/** An image up to this size is inspected and drawn in memory, without a copy on disk. In bytes. */
export const smallImage = 4 * 1024 * 1024

/**
 * Reads an image's end and header: is it complete, of its type and of an allowed size? Its pixels
 * are decoded later, for the thumbnail.
 */
async function inspectImage(storage: Storage, file: FileToInspect): Promise<Inspected> {
  if (file.bytes <= smallImage) {
    const whole = file.content ?? (await buffer(await storage.read(file.key)))
    await checkEnd(partsOfRead(whole), file)
    return inspect(whole, file)
  }
  await checkEnd(partsOfStored(storage, file.key), file)
  return withLocalCopy(storage, file.key, (path) => inspect(path, file))
}

async function inspect(image: Buffer | string, { type }: FileToInspect): Promise<Inspected> {
  const { format, autoOrient } = await sharp(image, { limitInputPixels: maxImagePixels })
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
