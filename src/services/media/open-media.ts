import path from 'node:path'
import type { Readable } from 'node:stream'
import { findModel } from '#catalogue/catalogue.ts'
import { findReadableMedia } from '#database/queries/media.ts'
import { resultFileName } from '#domain/result-file-name.ts'
import { promptOf } from '#domain/search-terms.ts'
import { type ByteRange, NotStored } from '#storage/storage.ts'
import type { ServiceContext } from '../context.ts'
import { isId } from '../generations/read-generation.ts'
import { Refused } from '../refused.ts'
import { finalizeUpload } from '../uploads/presigned-upload.ts'
import { callStorage } from './stored-files.ts'

export type OpenedMedia = {
  contentType: string
  /** A name to save it under. */
  fileName: string
  /** Changes whenever the content does; `null` when nobody knows. */
  tag: string | null
  /** The reader's own: nobody can take it from them. */
  isOwn: boolean
  /** It was given away to be saved, not to be looked at. */
  isDownload: boolean
  /** Size of the whole file. Throws `not_found` or `unavailable`. */
  bytes(): Promise<number>
  /** Throws `not_found` or `unavailable`. Destroy what is not read to its end. */
  open(range?: ByteRange): Promise<Readable>
}

/**
 * A stored file for a reader: the owner's own, or one of a public generation. Everything else is
 * `not_found`, so that nobody learns what exists.
 */
export async function openMedia(
  context: ServiceContext,
  { id, readerId, thumbnail }: { id: string; readerId: string | null; thumbnail: boolean },
): Promise<OpenedMedia> {
  const media = isId(id) ? await findMedia(context, id, readerId) : undefined
  const key = thumbnail ? media?.thumbnail_key : media?.storage_key
  if (!media || !key) throw new Refused({ reason: 'not_found' })

  const file = storedFile(context, key)
  // A name is made of the prompt, which is for its author alone.
  const isOwn = media.account_id === readerId
  return {
    contentType: thumbnail ? 'image/webp' : media.content_type,
    fileName: fileNameOf({ ...media, storage_key: key, ...(!isOwn && { input: null }) }),
    tag: thumbnail ? `${media.sha256}-thumbnail` : media.sha256,
    isOwn,
    isDownload: false,
    // A record's size is known without asking the store.
    bytes: thumbnail ? file.bytes : async () => media.bytes,
    open: file.open,
  }
}

/**
 * What came over a signed address becomes a file when its owner first asks for it; what is not
 * taken never does.
 */
async function findMedia(context: ServiceContext, id: string, readerId: string | null) {
  const media = await findReadableMedia(context.database, id, readerId)
  if (media || readerId === null) return media
  const claimed = await finalizeUpload(context, id, readerId).catch((error: unknown) => {
    if (error instanceof Refused && error.refusal.reason !== 'unavailable') return null
    throw error
  })
  return claimed ? findReadableMedia(context.database, id, readerId) : undefined
}

/**
 * The file that one of our own signed addresses allows anybody to read. Throws `not_found` for any
 * other address.
 */
export async function openSigned(context: ServiceContext, url: URL): Promise<OpenedMedia> {
  const grant = context.storage.grantOf('GET', url)
  if (grant?.method !== 'GET') throw new Refused({ reason: 'not_found' })

  return {
    contentType: grant.contentType ?? 'application/octet-stream',
    fileName: grant.fileName ?? `file${path.posix.extname(grant.key)}`,
    tag: null,
    isOwn: false,
    isDownload: grant.fileName !== null,
    ...storedFile(context, grant.key),
  }
}

/** A file in storage, with the store's troubles told as refusals. */
function storedFile(context: ServiceContext, key: string): Pick<OpenedMedia, 'bytes' | 'open'> {
  return {
    bytes: () =>
      callStorage(context, async ({ storage }) => {
        const bytes = await storage.size(key)
        if (bytes === null) throw new NotStored(key)
        return bytes
      }),
    open: (range) => callStorage(context, ({ storage }) => storage.read(key, range)),
  }
}

type Named = { position: number; storage_key: string; created_at: Date }

/** What a stored file was made by, from what and when; uploads were not. */
export type Maker = {
  model: string | null
  generation_type: string | null
  input: Record<string, unknown> | null
  made_at: Date | null
}

/** The name a stored file is saved under, alone or in a zip; as the page names the same file. */
export function fileNameOf(
  { position, storage_key, created_at, model, generation_type, input, made_at }: Named & Maker,
  extension = path.posix.extname(storage_key),
): string {
  const known = model === null ? undefined : findModel(model, generation_type ?? undefined)
  return resultFileName({
    createdAt: (made_at ?? created_at).toISOString(),
    prompt: promptOf(known, input ?? {}),
    model: model ?? 'upload',
    number: position + 1,
    extension,
  })
}
