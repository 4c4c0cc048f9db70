import type { Size } from '@atelier/demo-world/images'
import { filesOf, type InputFile, imagesOf } from '../input-file.ts'
import type { Job } from '../jobs/job.ts'
import type { Endpoint, RenderContext } from './endpoints.ts'
import {
  boolean,
  type InputSchema,
  integer,
  literal,
  number,
  ratioOf,
  string,
} from './input-schema.ts'

export const aspectRatio = (options: string, initially = 'auto') =>
  literal(options.split(' '), initially)
export const resolution = (options: string, initially = '720p') =>
  literal(options.split(' '), initially)
export const shift = (max: number) => number({ min: 1, max, initially: 5 })
export const guidance = (initially: number) => number({ min: 1, max: 10, initially })

export const negativePrompt =
  'bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, three legs, many people in the background, walking backwards'

/** The length of a video, from its input. */
export type Timing = (input: VideoInput) => { seconds: number; fps: number }

type Row = {
  id: string
  schema: InputSchema
  timing?: Timing
  /** The fields that name the images to show, in this order. */
  images?: readonly string[]
  /** Begin and end exactly with them. */
  exact?: boolean
  /** The fields of the answer beside `video`. */
  beside?: (seed: number, input: VideoInput) => Record<string, unknown>
}

const usual: Timing = ({ num_frames: frames = 81, frames_per_second: fps = 16 }) => ({
  seconds: frames / fps,
  fps,
})

/**
 * An endpoint that answers `{ video }` with a video of the images that the input names, or of its
 * prompt alone.
 */
export function videoEndpoint({
  id,
  schema,
  timing = usual,
  images = [],
  exact = false,
  beside,
}: Row): Endpoint {
  return {
    id,
    schema: { prompt: string(), seed: integer({ optional: true }), ...schema },
    make: async (job, given, context) => {
      const input = given as VideoInput
      const shown = filesOf(context.files, ...images)
      const video = {
        input,
        ...timing(input),
        shown,
        images: imagesOf(context.files, ...images),
      }
      const { seed, file } = await renderVideo(
        job,
        { ...video, exact: exact && video.images.length > 1 },
        context,
      )
      const extra = beside ? beside(seed, input) : { seed }
      return { video: job.faults.includes('empty') ? null : file, ...extra }
    },
  }
}

/**
 * The fields that all Wan endpoints except the `pro` ones accept. The safety checker is off unless
 * requested.
 */
export const wanCommon: InputSchema = {
  enable_safety_checker: boolean(false),
  enable_prompt_expansion: boolean(false),
}

/** The input fields of every video that change the sample. */
export type VideoInput = {
  prompt: string
  seed?: number
  resolution?: string
  aspect_ratio?: string
  num_frames?: number
  frames_per_second?: number
}

export type VideoRenderRequest = {
  input: VideoInput
  /** Length in seconds. */
  seconds: number
  fps: number
  /** The files that decide its content; `auto` uses the shape of the first. */
  shown: readonly InputFile[]
  images: readonly Uint8Array[]
  exact?: boolean
}

/**
 * The provider's `VideoFile` of a rendered and saved video; `seed` is the one that it was made
 * with.
 */
export async function renderVideo(job: Job, request: VideoRenderRequest, context: RenderContext) {
  const { input, shown, images, exact = false } = request
  const seed = input.seed ?? job.seed
  const timing = timingFor(request)
  const [first] = shown
  const ratio = ratioOf(input.aspect_ratio) ?? (first ? first.width / first.height : 16 / 9)
  const { resolution = '720p' } = input
  const size = videoSize({
    ratio,
    resolution,
    longestSide: context.videoSide,
    frames: timing.frames,
  })
  const { prompt } = input
  const made = await context.video({
    prompt,
    seed,
    model: job.endpoint,
    ...size,
    ...timing,
    images,
    exact,
  })
  const url = await context.saveFile('video.mp4', made.data)
  const file = {
    url,
    content_type: 'video/mp4',
    file_name: 'video.mp4',
    file_size: made.data.length,
  }
  const { width, height, fps, frames } = made
  return { seed, file, facts: { width, height, fps, duration: frames / fps, num_frames: frames } }
}

/** Width over height of a video is kept within this and its inverse. */
const widest = 2.4
/** More pixels in all frames together would take too long to render. */
const mostPixels = 42_000_000
const mostFrames = 162
/** The encoder works in squares of this size. */
const block = 16

const smaller: Record<string, number> = { '240p': 0.5, '360p': 0.75 }

export type VideoTiming = { fps: number; frames: number }

/**
 * The requested frames per second, rounded, unless there would be too many frames in all. The
 * length stays as it is.
 */
function timingFor({ seconds, fps }: { seconds: number; fps: number }): VideoTiming {
  const possible = Math.max(1, Math.min(Math.round(fps), Math.floor(mostFrames / seconds)))
  return { fps: possible, frames: Math.max(1, Math.round(seconds * possible)) }
}

export type VideoShape = { ratio: number; resolution?: string; longestSide: number; frames: number }

/**
 * The size of a sample video: the requested shape, below the requested resolution, so that it
 * renders fast.
 */
function videoSize({ ratio, resolution = '', longestSide, frames }: VideoShape): Size {
  const shape = Math.min(widest, Math.max(1 / widest, ratio))
  const side = longestSide * (smaller[resolution] ?? 1)
  const area = (side * side) / Math.max(shape, 1 / shape)
  const scale = Math.min(1, Math.sqrt(mostPixels / (area * frames)))
  const whole = (pixels: number) => Math.max(2, Math.round((pixels * scale) / block)) * block
  return { width: whole(side * Math.min(1, shape)), height: whole(side * Math.min(1, 1 / shape)) }
}
