import { maxVideoPixels, maxVideoSeconds } from '#domain/upload-rules.ts'
import type { ServiceContext } from '../context.ts'
import { inspectFile } from '../media/inspect-file.ts'
import { InvalidMedia, NoVideoTrack } from '../media/inspected-file.ts'
import { Refused } from '../refused.ts'
import { applyPatches, findMetadata } from './find-metadata.ts'
import type { SniffedType } from './sniff.ts'
import { type RawFile, storeClean, type ValidatedFile } from './store-clean.ts'

type Video = Extract<SniffedType, { medium: 'video' }>

/**
 * Opens and measures a video, and blanks its metadata (place, camera, notes). A video without any
 * stays where it is, unless `raw` may be written again: then it is copied. Throws `Refused`.
 */
export async function validateVideo(
  context: ServiceContext,
  raw: RawFile,
  { contentType, extension }: Video,
): Promise<ValidatedFile> {
  const measures = await measure(context, raw, { contentType, extension })
  const patches = await findMetadata(context.storage, raw, contentType)
  if (patches.length === 0 && raw.sha256 !== null) {
    const { key, bytes, sha256 } = raw
    return { storage_key: key, content_type: contentType, bytes, sha256, ...measures }
  }
  const body = applyPatches(await context.storage.read(raw.key), patches)
  const { key, bytes, sha256 } = await storeClean(context, body, { extension, contentType })
  return { storage_key: key, content_type: contentType, bytes, sha256, ...measures }
}

async function measure(
  { storage }: ServiceContext,
  { key, bytes }: RawFile,
  type: Omit<Video, 'medium'>,
) {
  const video = { key, bytes, type, medium: 'video', requiresAudio: false } as const
  const { width, height, durationMs, fps } = await inspectFile(storage, video).catch(
    (error: unknown) => {
      if (error instanceof NoVideoTrack) throw new Refused({ reason: 'no_video_track' })
      throw error instanceof InvalidMedia ? new Refused({ reason: 'broken_file' }) : error
    },
  )
  if (width === null || height === null || durationMs === null)
    throw new Refused({ reason: 'broken_file' })
  return checkMeasures({ width, height, duration_ms: durationMs, fps })
}

/**
 * Returns the measures of a video or an animation. Throws `Refused` when they exceed the limits.
 */
export function checkMeasures<
  Measures extends { width: number; height: number; duration_ms: number | null },
>(video: Measures) {
  if (video.width * video.height > maxVideoPixels)
    throw new Refused({ reason: 'too_many_pixels', max: maxVideoPixels })
  if ((video.duration_ms ?? 0) > maxVideoSeconds * 1_000) {
    throw new Refused({ reason: 'video_too_long', max: maxVideoSeconds })
  }
  return video
}
