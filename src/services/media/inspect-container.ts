import { buffer } from 'node:stream/consumers'
import {
  ADTS,
  CustomSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputFormat,
  type InputTrack,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import type { Storage } from '#storage/storage.ts'
import type { ContentType } from './file-type.ts'
import { type FileToInspect, type Inspected, InvalidMedia, NoVideoTrack } from './inspected-file.ts'

const formats: Partial<Record<ContentType, InputFormat>> = {
  'video/mp4': MP4,
  'video/quicktime': QTFF,
  'video/webm': WEBM,
  'audio/mp4': MP4,
  'audio/wav': WAVE,
  'audio/mpeg': MP3,
  'audio/ogg': OGG,
  'audio/flac': FLAC,
  'audio/aac': ADTS,
}

/** How many frames of a video are read to compute its frame rate. */
const framesToCount = 120

/** An audio file with less than this share of its stated length was cut off. */
const leastShare = 0.9

/** Timeout, in ms: a file can be crafted to be read endlessly. */
const timeoutMs = 30_000

/**
 * Inspects a video or audio file, reading no more of it than needed. Throws `InvalidMedia`, or what
 * storage throws: a storage error says nothing about the file.
 */
export async function inspectContainer(storage: Storage, file: FileToInspect): Promise<Inspected> {
  const format = formats[file.type.contentType]
  const { source, trouble } = sourceOf(storage, file)
  using input = new Input({ formats: format ? [format] : [], source })
  const tooLong = setTimeout(() => input.dispose(), timeoutMs)
  try {
    await checkTracks(input, file)
    const inspected = await measure(input)
    throwAny(trouble())
    return inspected
  } catch (error) {
    throwAny(trouble())
    throw error instanceof InvalidMedia
      ? error
      : new InvalidMedia(`The file cannot be read: ${String(error)}`)
  } finally {
    clearTimeout(tooLong)
  }
}

function throwAny(error: unknown): void {
  if (error !== null) throw error
}

/** The file's bytes for the parser, and the error that storage threw, if any. */
function sourceOf(storage: Storage, { key, bytes }: FileToInspect) {
  let failed: { error: unknown } | null = null
  const read = async (start: number, end: number) => {
    try {
      const piece = await buffer(await storage.read(key, { start, end: end - 1 }))
      if (piece.length !== end - start)
        throw new Error(`Storage gave ${piece.length} of ${end - start} bytes`)
      return piece
    } catch (error) {
      failed ??= { error }
      throw error
    }
  }
  return {
    source: new CustomSource({ getSize: () => bytes, read, prefetchProfile: 'network' }),
    trouble: (): unknown => failed?.error ?? null,
  }
}

async function checkTracks(input: Input, { medium, requiresAudio }: FileToInspect): Promise<void> {
  await input.getFormat()
  const [images, audio] = await Promise.all([
    input.getPrimaryVideoTrack(),
    input.getPrimaryAudioTrack(),
  ])
  if (medium === 'video' && !images) throw new NoVideoTrack('The film has no pictures')
  if (medium === 'audio' && images) throw new InvalidMedia('The sound has pictures')
  if ((medium === 'audio' || requiresAudio) && !audio)
    throw new InvalidMedia('The file has no sound')
  for (const track of [images, audio]) if (track) await checkLastPacket(track)
  if (medium === 'audio') await checkLength(input)
}

/** A video whose last frame is missing was cut off, although its header states the full length. */
async function checkLastPacket(track: InputTrack): Promise<void> {
  if (!(await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY))) {
    throw new InvalidMedia(`The ${track.type} ends too early`)
  }
}

async function checkLength(input: Input): Promise<void> {
  const claimed = await input.getDurationFromMetadata()
  if (claimed !== null && (await input.computeDuration()) < claimed * leastShare) {
    throw new InvalidMedia('The sound ends too early')
  }
}

async function measure(input: Input): Promise<Inspected> {
  const video = await input.getPrimaryVideoTrack()
  const seconds = await orNull(input.computeDuration())
  const rate = video && (await orNull(video.computePacketStats(framesToCount)))?.averagePacketRate
  return {
    width: video && (await orNull(video.getDisplayWidth())),
    height: video && (await orNull(video.getDisplayHeight())),
    durationMs: seconds === null || !Number.isFinite(seconds) ? null : Math.round(seconds * 1_000),
    fps: rate && Number.isFinite(rate) ? Math.round(rate * 100) / 100 : null,
  }
}

function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  return reading.catch(() => null)
}
