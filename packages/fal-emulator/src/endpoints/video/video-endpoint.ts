import { filesOf, picturesOf } from '../../inputs/input-file.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  boolean,
  type InputSchema,
  integer,
  literal,
  number,
  string,
} from '../schema/input-field.ts'
import { makeVideo, type VideoInput } from './make-video.ts'

export const aspectRatio = (options: string, initially = 'auto') =>
  literal(options.split(' '), initially)
export const resolution = (options: string, initially = '720p') =>
  literal(options.split(' '), initially)
export const shift = (max: number) => number({ min: 1, max, initially: 5 })
export const guidance = (initially: number) => number({ min: 1, max: 10, initially })

export const negativePrompt =
  'bright colors, overexposed, static, blurred details, subtitles, style, artwork, painting, picture, still, overall gray, worst quality, low quality, JPEG compression residue, ugly, incomplete, extra fingers, poorly drawn hands, poorly drawn faces, deformed, disfigured, malformed limbs, fused fingers, still picture, cluttered background, three legs, many people in the background, walking backwards'

/** How long a film gets, from what was asked. */
export type Timing = (input: VideoInput) => { seconds: number; fps: number }

type Row = {
  id: string
  schema: InputSchema
  timing?: Timing
  /** The fields that name the pictures to be shown, in this order. */
  pictures?: readonly string[]
  /** Begin and end exactly with them. */
  exact?: boolean
  /** What the answer holds beside `video`. */
  beside?: (seed: number, input: VideoInput) => Record<string, unknown>
}

const usual: Timing = ({ num_frames: frames = 81, frames_per_second: fps = 16 }) => ({
  seconds: frames / fps,
  fps,
})

/**
 * An endpoint that answers `{ video }` with a film of the pictures that the input names, or of its
 * prompt alone.
 */
export function videoEndpoint({
  id,
  schema,
  timing = usual,
  pictures = [],
  exact = false,
  beside,
}: Row): Endpoint {
  return {
    id,
    schema: { prompt: string(), seed: integer({ optional: true }), ...schema },
    make: async (job, given, workshop) => {
      const input = given as VideoInput
      const shown = filesOf(workshop.files, ...pictures)
      const film = {
        input,
        ...timing(input),
        shown,
        pictures: picturesOf(workshop.files, ...pictures),
      }
      const { seed, file } = await makeVideo(
        job,
        { ...film, exact: exact && film.pictures.length > 1 },
        workshop,
      )
      const extra = beside ? beside(seed, input) : { seed }
      return { video: job.faults.includes('empty') ? null : file, ...extra }
    },
  }
}

/** What all Wan endpoints but the `pro` ones take. The safety checker is off unless asked for. */
export const wanCommon: InputSchema = {
  enable_safety_checker: boolean(false),
  enable_prompt_expansion: boolean(false),
}
