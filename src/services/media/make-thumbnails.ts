import sharp from 'sharp'
import { findWithoutThumbnail, saveThumbnail } from '#database/queries/media.ts'
import type { MediaRow } from '#database/tables.ts'
import type { ServiceContext } from '../context.ts'
import { oneChunk } from './one-chunk.ts'

const thumbnailWidth = 640
const maxPixels = 100_000_000

/**
 * Makes the thumbnails that are missing: of one generation right after it ends, of all of them as a chore, so that a
 * crash in between costs nothing. A picture that cannot be read stays without.
 */
export async function makeThumbnails(context: ServiceContext, generationId?: string): Promise<void> {
  for (const media of await findWithoutThumbnail(context.database, generationId)) {
    try {
      await makeThumbnail(context, media)
    } catch (error) {
      context.log.warn({ media: media.id, reason: String(error) }, 'no thumbnail')
    }
  }
}

async function makeThumbnail({ storage, database, changes }: ServiceContext, media: MediaRow): Promise<void> {
  const picture = sharp({ limitInputPixels: maxPixels }).rotate()
  const source = await storage.read(media.storage_key)
  source.on('error', (error) => picture.destroy(error))
  source.pipe(picture)

  const { width, height } = await picture.metadata()
  const webp = await picture
    .resize({ width: thumbnailWidth, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  const thumbnailKey = `${media.storage_key.replace(/\.\w+$/, '')}.thumbnail.webp`
  await storage.write(thumbnailKey, oneChunk(webp), { maxBytes: webp.length })
  await saveThumbnail(database, { id: media.id, thumbnailKey, width, height })
  if (media.generation_id) changes.publish({ accountId: media.account_id, generationId: media.generation_id })
}
