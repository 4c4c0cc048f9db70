import { buffer } from 'node:stream/consumers'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import type { Parts } from '#core/parts.ts'
import { NotStored } from '#platform/storage/storage.ts'
import { findWithoutAppearance, saveAppearance } from './queries.ts'

/** How many thumbnails a run reads: it must not slow down new results. */
const limit = 200

/** Nothing is known of how a file looks, and nothing ever will be. */
const unknown = { perceptual_hash: null, colors: 0 }

/** Reads how results look whose thumbnail was made before that was done, the oldest first. */
export async function readAppearances(
  context: Parts<'background' | 'database' | 'log' | 'parsers' | 'storage'>,
): Promise<void> {
  const { database, storage, parsers, background, log } = context
  for (const media of await findWithoutAppearance(database, limit)) {
    if (background.signal.aborted) return
    try {
      const content = await buffer(await storage.read(media.thumbnail_key ?? ''))
      const { hash, colors } = await parsers.run(
        'readThumbnail',
        { content },
        { accountId: media.account_id },
      )
      await saveAppearance(database, media, { perceptual_hash: hash, colors })
    } catch (error) {
      if (error instanceof NotStored || error instanceof InvalidMedia)
        await saveAppearance(database, media, unknown)
      else log.warn({ media: media.id, err: error }, 'appearance postponed')
    }
  }
}
