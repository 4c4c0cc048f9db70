import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { inspectFile } from '../inspect-file.ts'
import { maxVideoSeconds } from '../upload-rules.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import type { SniffedType } from './sniff.ts'
import type { RawFile, ValidatedFile } from './store-clean.ts'
import { storeWithoutMetadata } from './store-without-metadata.ts'

type Audio = Extract<SniffedType, { medium: 'audio' }>

/** Containers that can say where and how they were recorded. */
const withMetadata = new Set(['audio/mp4', 'audio/webm'])

/**
 * Opens and measures an audio file, and blanks its metadata in the containers that phones and
 * browsers record to. Throws `Refused`.
 */
export async function validateAudio(
  context: Parts<'database' | 'parsers' | 'storage'>,
  accountId: string,
  raw: RawFile,
  { contentType, extension }: Omit<Audio, 'medium'>,
): Promise<ValidatedFile> {
  const type = { contentType, extension }
  const { key, bytes } = raw
  const file = { key, bytes, type, medium: 'audio', requiresAudio: true } as const
  const { durationMs } = await inspectFile(context, accountId, file).catch(refuseInvalid)
  if (durationMs === null) throw new Refused({ reason: 'broken_file' })
  if (durationMs > maxVideoSeconds * 1_000)
    throw new Refused({ reason: 'video_too_long', max: maxVideoSeconds })

  const measures = { width: null, height: null, duration_ms: durationMs, fps: null }
  const stored = await storeWithoutMetadata(context, accountId, raw, type, {
    isSearched: withMetadata.has(contentType),
  })
  return { ...stored, ...measures }
}
