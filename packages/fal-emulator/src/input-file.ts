import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import type { FileKind } from './endpoints/input-schema.ts'

/** An input file in the emulator. */
export type InputFile = {
  field: string
  data: Uint8Array
  width: number
  height: number
  video?: VideoMetadata
  audio?: AudioMetadata
}

/** Replaces an input file where media are plain: nothing is fetched then. */
export const unfetched = {
  data: new Uint8Array(),
  width: 1024,
  height: 1024,
  video: { seconds: 1, fps: 16 },
  audio: { seconds: 1 },
} satisfies Omit<InputFile, 'field'>

/** The files of these fields, in this order. */
export function filesOf(files: readonly InputFile[], ...fields: string[]): InputFile[] {
  return fields.flatMap((field) => files.filter((file) => file.field === field))
}

/** Images of these files: for a video its first frame, where it can be decoded. */
export function imagesOf(files: readonly InputFile[], ...fields: string[]): Uint8Array[] {
  return filesOf(files, ...fields).flatMap(({ data, video }) =>
    video ? (video.poster ?? []) : data,
  )
}

/** The detected type and measures of a file. */
export type ValidatedFile = {
  width: number
  height: number
  video?: VideoMetadata
  audio?: AudioMetadata
}

export type AudioMetadata = { seconds: number }

/** `seconds`: the duration; `poster`: an image file of the first frame, where it can be decoded. */
export type VideoMetadata = { seconds: number; fps: number; poster?: Uint8Array }

/**
 * Detects the type from the bytes of a file: nothing when it is of another kind. An animated GIF is
 * a video and an image.
 */
export async function validateFile(
  data: Uint8Array,
  kind: FileKind,
): Promise<ValidatedFile | undefined> {
  return readers[kind](data).catch(() => undefined)
}

const readers: Record<FileKind, (data: Uint8Array) => Promise<ValidatedFile | undefined>> = {
  image: readImage,
  video: (data) => readGif(data).then((gif) => gif ?? readVideo(data)),
  audio: readAudio,
}

async function readAudio(data: Uint8Array): Promise<ValidatedFile | undefined> {
  using input = new Input({ source: new BufferSource(data), formats: ALL_FORMATS })
  const track = await input.getPrimaryAudioTrack()
  return track
    ? { width: 0, height: 0, audio: { seconds: await input.computeDuration() } }
    : undefined
}

async function readImage(data: Uint8Array): Promise<ValidatedFile> {
  const image = sharp(data)
  // The header alone may be valid although the rest is not.
  await image.stats()
  return (await image.metadata()).autoOrient
}

async function readGif(data: Uint8Array): Promise<ValidatedFile | undefined> {
  if (Buffer.from(data.subarray(0, 4)).toString('latin1') !== 'GIF8') return undefined
  const { width, height, pages = 1, delay = [] } = await sharp(data).metadata()
  const seconds = delay.reduce((sum, ms) => sum + ms, 0) / 1000 || pages / 10
  return { width, height, video: { seconds, fps: pages / seconds, poster: data } }
}

async function readVideo(data: Uint8Array): Promise<ValidatedFile | undefined> {
  using input = new Input({ source: new BufferSource(data), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  if (!track) return undefined
  const seconds = await input.computeDuration()
  const { averagePacketRate } = await track.computePacketStats(100)
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()]
  return { width, height, video: { seconds, fps: averagePacketRate } }
}
