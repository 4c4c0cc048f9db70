import { createRequire } from 'node:module'
import type * as Encoder from 'h264-mp4-encoder'
import {
  BufferSource,
  BufferTarget,
  Conversion,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import type { Planes } from './planes.ts'
import { type VideoRequest, videoFrames } from './video-frames.ts'

/**
 * A short MP4 that moves slowly: over the given images, from each to the next, or over an animated
 * scene that depends on the prompt and the seed. Sides have to be even. The same request gives the
 * same frames. Throws once `isCancelled` answers `true`, which is asked before each frame.
 */
export async function renderVideo(
  request: VideoRequest,
  isCancelled = () => false,
): Promise<Uint8Array> {
  return encodeVideo(request, await videoFrames(request), isCancelled)
}

export type VideoFormat = { width: number; height: number; fps: number }

/**
 * A bit softer than the encoder's own choice, and a fifth of the bytes: 10 is perfect, 51 is
 * blocks.
 */
const quantization = 27
const fastest = 10

/**
 * An MP4 (H.264) of these frames, ready for playback while it loads. Both sides have to be even.
 * The encoder installs process-wide error handlers, so this belongs on a worker thread.
 */
async function encodeVideo(
  { width, height, fps }: VideoFormat,
  frames: Iterable<Planes>,
  isCancelled: () => boolean,
): Promise<Uint8Array> {
  const { createH264MP4Encoder } = createRequire(import.meta.url)(
    'h264-mp4-encoder',
  ) as typeof Encoder
  const encoder = await createH264MP4Encoder()
  Object.assign(encoder, { width, height, frameRate: fps, speed: fastest })
  Object.assign(encoder, {
    quantizationParameter: quantization,
    groupOfImages: Math.max(1, Math.round(fps * 2)),
  })
  encoder.initialize()
  const packed = new Uint8Array((width * height * 3) / 2)
  for (const { light, blue, red } of frames) {
    if (isCancelled()) throw new Error('The video was cancelled')
    packed.set(light)
    packed.set(blue, light.length)
    packed.set(red, light.length + blue.length)
    encoder.addFrameYuv(packed)
  }
  encoder.finalize()
  const video = encoder.FS.readFile(encoder.outputFilename)
  encoder.FS.unlink(encoder.outputFilename)
  encoder.delete()
  return inFastOrder(video)
}

/** The same video with its index (`moov`) at the beginning. */
async function inFastOrder(video: Uint8Array): Promise<Uint8Array> {
  const input = new Input({ source: new BufferSource(video), formats: [MP4] })
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new BufferTarget(),
  })
  const conversion = await Conversion.init({ input, output })
  await conversion.execute()
  if (!output.target.buffer) throw new Error('The video was not written')
  return new Uint8Array(output.target.buffer)
}
