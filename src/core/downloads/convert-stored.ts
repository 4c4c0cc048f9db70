import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ImageTarget } from '#core/media/convert-image.ts'
import {
  type CopyContext,
  type MarkedMedia,
  markOf,
  markPacket,
  signConverted,
} from '#core/provenance/mark-copy.ts'

/** A stored image; `xmp`: metadata with more than its mark. */
type StoredImage = { media: MarkedMedia; xmp: string | null }

/**
 * Converts a stored image. The result is a temporary file, as the reader may be slow and memory is
 * scarce. What was marked is marked again. Throws what storage and the parsers throw.
 */
export async function* convertStored(
  context: CopyContext,
  { media, xmp }: StoredImage,
  target: ImageTarget,
): AsyncGenerator<Uint8Array> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-convert-'))
  const [from, to] = [path.join(directory, 'file'), path.join(directory, 'converted')]
  try {
    await pipeline(await context.storage.read(media.storage_key), createWriteStream(from))
    const mark = markOf(context, media)
    const image = { from, to, xmp: xmp ?? (mark && markPacket(mark)), ...target }
    await context.parsers.run('convertImage', image, { accountId: media.account_id })
    const contentType = `image/${target.format}`
    yield* createReadStream(await signConverted(context, media, { ...image, contentType }))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
