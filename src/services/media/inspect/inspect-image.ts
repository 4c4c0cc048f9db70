import sharp from 'sharp'
import { maxImagePixels } from '#domain/ending/result-files.ts'
import type { Storage } from '#storage/storage.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { type FileToInspect, type Inspected, NotTheFile } from './inspected.ts'

/** Reads a picture's head: is it of its type and of a sane size? Its points are decoded later, for the thumbnail. */
export async function inspectImage(storage: Storage, { key, type }: FileToInspect): Promise<Inspected> {
  return withLocalCopy(storage, key, async (path) => {
    const { format, autoOrient } = await sharp(path, { limitInputPixels: maxImagePixels })
      .metadata()
      .catch((error: unknown) => {
        throw new NotTheFile(`The picture cannot be read: ${String(error)}`)
      })
    if (type.contentType !== `image/${format}`) throw new NotTheFile(`The picture is really ${format}`)
    const { width, height } = autoOrient
    if (width * height > maxImagePixels) throw new NotTheFile(`The picture has ${width} × ${height} points`)
    return { width, height, durationMs: null, fps: null }
  })
}
