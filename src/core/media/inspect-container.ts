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
import { InvalidMedia, NoVideoTrack, VideoTrackFound } from '#core/parsers/invalid-media.ts'
import type { ReadFile } from '#core/parsers/parser-tasks.ts'
import type { ContentType } from './file-type.ts'
import type { FileToInspect, InspectedFile } from './inspected-file.ts'

const formats: Partial<Record<ContentType, InputFormat>> = {
  'video/mp4': MP4,
  'video/quicktime': QTFF,
  'video/webm': WEBM,
  'audio/mp4': MP4,
  'audio/webm': WEBM,
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

/** A video or audio file that is read in parts, and what it must have. */
export type ContainerToInspect = Omit<FileToInspect, 'key' | 'content'>

/**
 * Inspects a video or audio file, reading no more of it than needed. Throws `InvalidMedia`, also
 * where `read` fails. A damaged file can keep it busy for ever: it runs in a parser
 * (core/parsers).
 */
export async function inspectContainer(
  read: ReadFile,
  file: ContainerToInspect,
): Promise<InspectedFile> {
  const format = formats[file.type.contentType]
  const source = new CustomSource({
    getSize: () => file.bytes,
    read: async (start, end) => read(start, end),
    prefetchProfile: 'network',
  })
  using input = new Input({ formats: format ? [format] : [], source })
  try {
    await checkTracks(input, file)
    return await measure(input)
  } catch (error) {
    throw error instanceof InvalidMedia
      ? error
      : new InvalidMedia(`The file cannot be read: ${String(error)}`)
  }
}

async function checkTracks(
  input: Input,
  { medium, requiresAudio }: ContainerToInspect,
): Promise<void> {
  await input.getFormat()
  const [images, audio] = await Promise.all([
    input.getPrimaryVideoTrack(),
    input.getPrimaryAudioTrack(),
  ])
  // Cut off before the list of its tracks, a file seems to have none.
  if (!images && !audio) throw new InvalidMedia('The file has no video and no audio')
  if (medium === 'video' && !images) throw new NoVideoTrack('The video has no images')
  if (medium === 'audio' && images) throw new VideoTrackFound('The audio has images')
  if ((medium === 'audio' || requiresAudio) && !audio)
    throw new InvalidMedia('The file has no audio')
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
    throw new InvalidMedia('The audio ends too early')
  }
}

async function measure(input: Input): Promise<InspectedFile> {
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
