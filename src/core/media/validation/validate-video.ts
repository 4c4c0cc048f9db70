import type { Parts } from '#core/parts.ts'
import { Refused } from '#core/refused.ts'
import { inspectFile } from '../inspect-file.ts'
import { checkMeasures } from './check-measures.ts'
import { refuseInvalid } from './refuse-invalid.ts'
import type { SniffedType } from './sniff.ts'
import type { RawFile, ValidatedFile } from './store-clean.ts'
import { storeWithoutMetadata } from './store-without-metadata.ts'

type Video = Extract<SniffedType, { medium: 'video' }>

/**
 * Opens and measures a video, and blanks its metadata (place, camera, notes). A video without any
 * stays where it is, unless `raw` may be written again: then it is copied. Throws `Refused`.
 */
export async function validateVideo(
  context: Parts<'database' | 'parsers' | 'storage'>,
  accountId: string,
  raw: RawFile,
  { contentType, extension }: Video,
): Promise<ValidatedFile> {
  const type = { contentType, extension }
  const measures = await measure(context, accountId, raw, type)
  return { ...(await storeWithoutMetadata(context, accountId, raw, type)), ...measures }
}

async function measure(
  context: Parts<'parsers' | 'storage'>,
  accountId: string,
  { key, bytes }: RawFile,
  type: Omit<Video, 'medium'>,
) {
  const video = { key, bytes, type, medium: 'video', requiresAudio: false } as const
  const inspected = await inspectFile(context, accountId, video).catch(refuseInvalid)
  const { width, height, durationMs, fps } = inspected
  if (width === null || height === null || durationMs === null)
    throw new Refused({ reason: 'broken_file' })
  return checkMeasures({ width, height, duration_ms: durationMs, fps })
}
