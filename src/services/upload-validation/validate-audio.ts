import { maxVideoSeconds } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../context.ts'
import { inspectFile } from '../media/inspect-file.ts'
import { InvalidMedia } from '../media/inspected-file.ts'
import { Refused } from '../refused.ts'
import { applyPatches, findMetadata } from './find-metadata.ts'
import type { SniffedType } from './sniff.ts'
import { type RawFile, storeClean, type ValidatedFile } from './store-clean.ts'

type Audio = Extract<SniffedType, { medium: 'audio' }>

/**
 * Opens and measures an audio file. Only in an MP4 container, which phones record to, can it say
 * where it was recorded: there the metadata is blanked. Throws `Refused`.
 */
export async function validateAudio(
  context: ServiceContext,
  raw: RawFile,
  { contentType, extension }: Audio,
): Promise<ValidatedFile> {
  const type = { contentType, extension }
  const file = {
    key: raw.key,
    bytes: raw.bytes,
    type,
    medium: 'audio',
    requiresAudio: true,
  } as const
  const { durationMs } = await inspectFile(context.storage, file).catch((error: unknown) => {
    throw error instanceof InvalidMedia ? new Refused({ reason: 'broken_file' }) : error
  })
  if (durationMs === null) throw new Refused({ reason: 'broken_file' })
  if (durationMs > maxVideoSeconds * 1_000)
    throw new Refused({ reason: 'video_too_long', max: maxVideoSeconds })

  const measures = { width: null, height: null, duration_ms: durationMs, fps: null }
  const isIso = contentType === 'audio/mp4'
  const patches = isIso ? await findMetadata(context.storage, raw, contentType) : []
  if (patches.length === 0 && raw.sha256 !== null) {
    const { key, bytes, sha256 } = raw
    return { storage_key: key, content_type: contentType, bytes, sha256, ...measures }
  }
  const body = applyPatches(await context.storage.read(raw.key), patches)
  const { key, bytes, sha256 } = await storeClean(context, body, type)
  return { storage_key: key, content_type: contentType, bytes, sha256, ...measures }
}
