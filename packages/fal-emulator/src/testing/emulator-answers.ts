import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import type { EmulatorClient } from './test-emulator.ts'

export type MediaFile = {
  url: string
  content_type?: string
  width?: number
  height?: number
  file_size?: number
}

/** Submits, waits for the end, and returns the result. */
export async function answerOf(emulator: EmulatorClient, endpoint: string, input: object) {
  const job = await emulator.accepted(input, endpoint)
  await emulator.completed(job)
  return emulator.result(job)
}

/** The bytes of a file of an answer, with its content type. */
export async function download(url: string): Promise<{ type: string | null; bytes: Buffer }> {
  const response = await fetch(url)
  return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.bytes()) }
}

/**
 * The measures of a video or audio, from its bytes. `headFirst`: its index is before the frames.
 */
export async function mediaMetadata(bytes: Buffer) {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  return {
    seconds: await input.computeDuration(),
    video: video && {
      codec: await video.getCodec(),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      fps: (await video.computePacketStats()).averagePacketRate,
      frames: (await video.computePacketStats()).packetCount,
    },
    audio: audio && { codec: await audio.getCodec(), rate: await audio.getSampleRate() },
    headFirst: bytes.indexOf('moov') < bytes.indexOf('mdat'),
  }
}

/** The average difference of two images, in levels of 255, both scaled down. */
export async function distance(one: Buffer, other: Buffer): Promise<number> {
  const seen = (image: Buffer) => {
    const small = sharp(image).autoOrient().flatten().resize(24, 24, { fit: 'fill' })
    return small.removeAlpha().raw().toBuffer()
  }
  const [first, second] = await Promise.all([seen(one), seen(other)])
  return (
    first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length
  )
}
