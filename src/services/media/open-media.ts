import type { Readable } from 'node:stream'
import { findReadableMedia } from '#database/queries/media.ts'
import type { ByteRange } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'

export type OpenedMedia = {
  contentType: string
  /** Size of the whole file in bytes. */
  bytes: number
  /** A name to save it under. */
  fileName: string
  /** Changes whenever the content does. */
  tag: string
  isPublic: boolean
  open(range?: ByteRange): Promise<Readable>
}

/**
 * A stored file for a reader: the owner's own, or one of a public generation. Everything else is `not_found`, so that
 * nobody learns what exists (design: data).
 */
export async function openMedia(
  { database, storage }: ServiceContext,
  { id, readerId, thumbnail }: { id: string; readerId: string | null; thumbnail: boolean },
): Promise<OpenedMedia> {
  const media = isId(id) ? await findReadableMedia(database, id, readerId) : undefined
  const key = thumbnail ? media?.thumbnail_key : media?.storage_key
  const bytes = key ? await storage.size(key) : null
  if (!media || !key || bytes === null) throw new Refused({ reason: 'not_found' })

  const extension = key.split('.').at(-1)
  const day = (media.made_at ?? media.created_at).toISOString().slice(0, 10)
  return {
    contentType: thumbnail ? 'image/webp' : media.content_type,
    bytes,
    fileName: `atelier-${day}-${media.model ?? 'upload'}-${media.id.slice(-6)}-${media.position + 1}.${extension}`,
    tag: thumbnail ? `${media.sha256}-thumbnail` : media.sha256,
    isPublic: media.is_public === true,
    open: (range) => storage.read(key, range),
  }
}
