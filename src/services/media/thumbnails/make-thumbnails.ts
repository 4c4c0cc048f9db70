import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { findWithoutThumbnail, saveThumbnail } from '#database/queries/media.ts'
import type { MediaRow } from '#database/tables.ts'
import { maxImagePixels } from '#domain/result-files.ts'
import type { ServiceContext } from '../../context.ts'
import { discardFiles } from '../files/discard-files.ts'
import { withLocalCopy } from '../files/local-copy.ts'
import { storeFile } from '../files/store-file.ts'
import { oneChunk } from '../one-chunk.ts'
import { drawPoster } from './draw-poster.ts'

const thumbnailWidth = 640

/**
 * Makes the thumbnails that are missing: of one generation right after it ends, of all of them as a
 * chore, so that a crash in between costs nothing. What cannot be drawn stays without and is not
 * tried again.
 */
export async function makeThumbnails(
  context: ServiceContext,
  generationId?: string,
): Promise<void> {
  for (const media of await findWithoutThumbnail(context.database, generationId)) {
    try {
      await makeThumbnail(context, media)
    } catch (error) {
      context.log.warn({ media: media.id, err: error }, 'thumbnail postponed')
    }
  }
}

/** Of one file. Throws when storage or the database fails, and then the chore tries it again. */
export async function makeThumbnail(context: ServiceContext, media: MediaRow): Promise<void> {
  const webp = await withLocalCopy(context.storage, media.storage_key, (path) =>
    draw(media, path).catch((error: unknown) => {
      context.log.warn({ media: media.id, err: error }, 'thumbnail impossible')
      return null
    }),
  )
  const key = webp && `${media.storage_key.replace(/\.\w+$/, '')}-${randomUUID().slice(0, 8)}.webp`
  if (key)
    await storeFile(context, key, oneChunk(webp), {
      maxBytes: webp.length,
      contentType: 'image/webp',
    })

  const saved = await saveThumbnail(context.database, { id: media.id, thumbnailKey: key })
  // It was deleted meanwhile, or another process was quicker.
  if (!saved && key) await discardFiles(context, [key])
  if (saved && key && media.generation_id) {
    context.changes.publish({ accountId: media.account_id, generationId: media.generation_id })
  }
}

async function draw(media: MediaRow, path: string): Promise<Buffer | null> {
  const picture = media.content_type.startsWith('video/')
    ? await drawPoster(path, media.duration_ms)
    : path
  if (!picture) return null
  return sharp(picture, { limitInputPixels: maxImagePixels })
    .autoOrient()
    .resize({ width: thumbnailWidth, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
}
