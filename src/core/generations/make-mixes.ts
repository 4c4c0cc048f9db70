import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { v7 as uuid } from 'uuid'
import { findFfmpeg, inputArguments, runFfmpeg } from '#core/media/ffmpeg.ts'
import { makeThumbnails } from '#core/media/make-thumbnails.ts'
import { discardFiles, storeFile, withLocalCopy } from '#core/media/stored-files.ts'
import type { Parts } from '#core/parts.ts'
import { markMix } from '#core/provenance/mark-result.ts'
import { maxMark } from '#core/provenance/rules/mark.ts'
import { type AudioOfVideo, findWithoutMix, type NewMix, saveMixes } from './queries/mixes.ts'
import { maxResultBytes } from './rules/result-files.ts'

/**
 * Makes the missing videos with a generated sound: of one generation right after it ends, of those
 * of the last day as a scheduled job, in case a crash lost one. Free. Nothing without ffmpeg. What
 * cannot be made stays without and is not retried.
 */
export async function makeMixes(context: MakeMixParts, generationId?: string): Promise<void> {
  const found = await findWithoutMix(context.database, generationId)
  if (found.length === 0 || (await findFfmpeg()) === null) return
  for (const generated of found) {
    if (context.background.signal.aborted) return
    try {
      await makeMix(context, generated)
    } catch (error) {
      context.log.warn(
        { generation: generated.generation_id, err: error },
        'video with sound postponed',
      )
    }
  }
}

type MakeMixParts = Parts<
  | 'background'
  | 'changes'
  | 'database'
  | 'log'
  | 'meter'
  | 'parsers'
  | 'settings'
  | 'signing'
  | 'storage'
  | 'version'
>

/** Throws when storage or the database fails, and when the process ends; a later run repeats it. */
async function makeMix(context: MakeMixParts, generated: AudioOfVideo): Promise<void> {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-mix-'))
  const stored: NewMix[] = []
  let isSaved = false
  try {
    const made = await withLocalCopy(context.storage, generated.video.storage_key, (video) =>
      withLocalCopy(context.storage, generated.storage_key, (audio) =>
        mixAll(context, { video, audio, directory, durationMs: generated.video.duration_ms }),
      ),
    )
    for (const { position, file } of made) {
      const { state: mark, source, path: marked } = await markMix(context, generated, file)
      const mix = await store(context, generated, position, marked)
      stored.push({ ...mix, mark, digital_source: source })
    }
    isSaved = await saveMixes(context.database, generated, stored)
  } finally {
    await rm(directory, { recursive: true, force: true })
    if (!isSaved) {
      const keys = stored.map(({ storage_key }) => storage_key)
      await discardFiles(context, keys)
    }
  }
  if (!isSaved || stored.length === 0) return
  context.changes.publish({
    accountId: generated.account_id,
    generationId: generated.generation_id,
  })
  await makeThumbnails(context, generated.generation_id)
}

type Files = { video: string; audio: string; directory: string; durationMs: number | null }

/**
 * Makes the video with the new sound instead of its own; where it has one, also with both. Returns
 * none, or the first alone, where ffmpeg cannot.
 */
async function mixAll(
  context: Parts<'background' | 'log'>,
  { directory, ...files }: Files,
): Promise<{ position: number; file: string }[]> {
  const { signal } = context.background
  const made: { position: number; file: string }[] = []
  for (const [position, filter] of [replacing, adding].entries()) {
    const file = path.join(directory, `${position}.mp4`)
    try {
      await runFfmpeg(mixArguments({ ...files, filter, file }), { timeoutMs, signal })
      if ((await stat(file)).size >= maxResultBytes.video) throw new Error('The video is too large')
      made.push({ position, file })
    } catch (error) {
      signal.throwIfAborted()
      // A video without sound has nothing to add to.
      if (position === 0) context.log.warn({ err: error }, 'video with sound impossible')
      break
    }
  }
  return made
}

/** Timeout of ffmpeg for one video, in ms. */
const timeoutMs = 60_000

/** The new sound alone. Both filters go on in silence, so that the length is the video's. */
const replacing = '[1:a:0]apad[mixed]'

/** The sound of the video and the new one, limited where both are loud. */
const adding =
  '[0:a:0][1:a:0]amix=inputs=2:duration=longest:normalize=0,alimiter=limit=0.95,apad[mixed]'

type Mix = Omit<Files, 'directory'> & { filter: string; file: string }

/** The video as it is, the sound as AAC: as long as the video, cut or continued in silence. */
function mixArguments({ video, audio, durationMs, filter, file }: Mix): string[] {
  return [
    ...inputArguments(video),
    ...inputArguments(audio, 'wav,mp3,flac,ogg,aac,mov'),
    ...['-filter_threads', '1', '-filter_complex', filter, '-map', '0:v:0', '-map', '[mixed]'],
    ...['-c:v', 'copy', '-c:a', 'aac', '-b:a', '192k', '-ac', '2', '-map_metadata', '-1'],
    ...(durationMs === null ? [] : ['-t', (durationMs / 1000).toFixed(3)]),
    ...['-shortest', '-fs', String(maxResultBytes.video), '-movflags', '+faststart'],
    ...['-f', 'mp4', `file:${file}`],
  ]
}

async function store(
  context: Parts<'database' | 'storage'>,
  { generation_id: id, video }: AudioOfVideo,
  position: number,
  file: string,
): Promise<Omit<NewMix, 'mark' | 'digital_source'>> {
  const key = `generations/${id.slice(-2)}/${id}-mix-${randomUUID().slice(0, 8)}.mp4`
  const content_type = 'video/mp4'
  const { bytes, sha256 } = await storeFile(context, key, createReadStream(file), {
    maxBytes: maxResultBytes.video + maxMark,
    contentType: content_type,
  })
  const { width, height, duration_ms, fps } = video
  return {
    ...{ id: uuid(), position, storage_key: key, content_type, bytes, sha256 },
    ...{ width, height, duration_ms, fps },
  }
}
