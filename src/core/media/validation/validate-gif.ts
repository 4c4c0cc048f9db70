import { createReadStream } from 'node:fs'
import type { Parts } from '#core/parts.ts'
import { withLocalCopy } from '../stored-files.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import { type RawFile, storeClean, type ValidatedFile } from './store-clean.ts'

/**
 * Keeps an animation's frames and removes comments and data after its end. Throws `Refused`.
 */
export function validateGif(
  context: Parts<'database' | 'parsers' | 'storage'>,
  accountId: string,
  raw: RawFile,
): Promise<ValidatedFile> {
  return withLocalCopy(context.storage, raw.key, async (path) => {
    const gif = await context.parsers.run('readGif', { path }, { accountId }).catch(refuseInvalid)
    const { width, height, frames, durationMs: duration_ms } = gif
    const type = { extension: 'gif', contentType: 'image/gif' }
    const { key, bytes, sha256 } = await storeClean(context, pieces(path, gif.kept), type)
    const fps = frames > 1 ? Math.round((frames * 100_000) / duration_ms) / 100 : null
    const measures = { width, height, duration_ms, fps }
    return { storage_key: key, content_type: type.contentType, bytes, sha256, ...measures }
  })
}

/** Reads ranges of a file, from the first byte to before the second number. */
async function* pieces(path: string, kept: readonly [number, number][]): AsyncIterable<Uint8Array> {
  for (const [start, end] of kept) yield* createReadStream(path, { start, end: end - 1 })
}
