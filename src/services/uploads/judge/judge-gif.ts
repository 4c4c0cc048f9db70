import { readFile } from 'node:fs/promises'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { maxFilmPixels } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../../context.ts'
import { withLocalCopy } from '../../media/files/local-copy.ts'
import { Refused } from '../../refused.ts'
import { readGif } from './gif-blocks.ts'
import { checkMeasures } from './judge-film.ts'
import type { RawFile, ValidatedFile } from './judged.ts'
import { storeClean } from './store-clean.ts'

/** Each is held in memory whole. */
const gate = pLimit(2)

/**
 * Keeps a moving picture's frames and drops its comments and whatever follows its end. Throws
 * `Refused`.
 */
export function judgeGif(context: ServiceContext, raw: RawFile): Promise<ValidatedFile> {
  return gate(async () => {
    const file = await withLocalCopy(context.storage, raw.key, (path) => readFile(path))
    const gif = readGif(file)
    if (!gif) throw new Refused({ reason: 'broken_file' })
    const { width, height, frames } = gif
    const measures = checkMeasures({ width, height, duration_ms: gif.durationMs })
    await decodeFirstFrame(file)
    const type = { extension: 'gif', contentType: 'image/gif' }
    const { key, bytes, sha256 } = await storeClean(context, pieces(file, gif.kept), type)
    const fps = frames > 1 ? Math.round((frames * 100_000) / gif.durationMs) / 100 : null
    return { storage_key: key, content_type: type.contentType, bytes, sha256, ...measures, fps }
  })
}

async function decodeFirstFrame(file: Buffer): Promise<void> {
  const options = { limitInputPixels: maxFilmPixels, pages: 1, failOn: 'error' } as const
  await sharp(file, options)
    .stats()
    .catch(() => {
      throw new Refused({ reason: 'broken_file' })
    })
}

async function* pieces(file: Buffer, kept: readonly [number, number][]): AsyncIterable<Uint8Array> {
  for (const [start, end] of kept) yield file.subarray(start, end)
}
