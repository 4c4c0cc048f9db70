import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ServiceContext } from '../context.ts'
import type { ImageTarget } from './convert-image.ts'

type StoredImage = { accountId: string; storageKey: string; xmp: string | null }

/**
 * Converts a stored image. The result is a temporary file, as the reader may be slow and memory is
 * scarce. Throws what storage and the parsers throw.
 */
export async function* convertStored(
  { storage, parsers }: Pick<ServiceContext, 'storage' | 'parsers'>,
  { accountId, storageKey: key, xmp }: StoredImage,
  target: ImageTarget,
): AsyncGenerator<Uint8Array> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-convert-'))
  const [from, to] = [path.join(directory, 'file'), path.join(directory, 'converted')]
  try {
    await pipeline(await storage.read(key), createWriteStream(from))
    await parsers.run('convertImage', { from, to, xmp, ...target }, { accountId })
    yield* createReadStream(to)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
