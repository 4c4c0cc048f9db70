import type { Endpoint } from './endpoints.ts'
import { address, boolean, type InputSchema, integer, literal, string } from './input-schema.ts'
import {
  aspectRatio,
  guidance,
  resolution,
  shift,
  type Timing,
  type VideoInput,
  videoEndpoint,
  wanCommon,
} from './video-endpoint.ts'

const common: InputSchema = {
  ...wanCommon,
  enable_output_safety_checker: boolean(false),
  video_quality: literal(['low', 'medium', 'high', 'maximum'], 'high'),
  video_write_mode: literal(['fast', 'balanced', 'small'], 'balanced'),
}

/**
 * The interpolated frames make it smoother or, without adjusting, longer
 * (docs/providers/fal.md#endpoints).
 */
type Interpolated = VideoInput & {
  interpolator_model: string
  num_interpolated_frames: number
  adjust_fps_for_interpolation: boolean
}

const timing: Timing = (given) => {
  const input = given as Interpolated
  const { num_frames: frames = 81, frames_per_second: fps = 16 } = input
  const times = input.interpolator_model === 'none' ? 1 : input.num_interpolated_frames + 1
  return input.adjust_fps_for_interpolation
    ? { seconds: frames / fps, fps: fps * times }
    : { seconds: (frames * times) / fps, fps }
}

const sampled = (how: {
  fps: number
  steps: { max: number; initially: number }
  between: number
}): InputSchema => ({
  ...common,
  num_frames: integer({ min: 17, max: 161, initially: 81 }),
  frames_per_second: integer({ min: 4, max: 60, initially: how.fps }),
  num_inference_steps: integer({ min: 2, ...how.steps }),
  guidance_scale: guidance(3.5),
  shift: shift(10),
  interpolator_model: literal(['none', 'film', 'rife'], 'film'),
  num_interpolated_frames: integer({ min: 0, max: 4, initially: how.between }),
  adjust_fps_for_interpolation: boolean(true),
  negative_prompt: string({ initially: '' }),
})

const small: InputSchema = {
  ...sampled({ fps: 24, steps: { max: 50, initially: 40 }, between: 0 }),
  resolution: resolution('580p 720p'),
}
const large = (second: number): InputSchema => ({
  ...sampled({ fps: 16, steps: { max: 40, initially: 27 }, between: 1 }),
  ...turbo,
  guidance_scale_2: guidance(second),
})
/** The fast variants have no options except the shape. */
const turbo: InputSchema = {
  ...common,
  resolution: resolution('480p 580p 720p'),
  acceleration: literal(['none', 'regular'], 'regular'),
}

const ofText: InputSchema = { aspect_ratio: aspectRatio('16:9 9:16 1:1', '16:9') }
const ofImage: InputSchema = {
  aspect_ratio: aspectRatio('auto 16:9 9:16 1:1'),
  image_url: address('image'),
}
const ofImages: InputSchema = {
  ...ofImage,
  end_image_url: address('image', { optional: true }),
}

type Row = { schema: InputSchema; timing?: Timing }

const textRow = (name: string, { schema, ...row }: Row) =>
  videoEndpoint({ id: `fal-ai/wan/${name}`, schema: { ...schema, ...ofText }, beside, ...row })
const imageRow = (name: string, { schema, ...row }: Row) =>
  videoEndpoint({
    id: `fal-ai/wan/${name}`,
    schema,
    beside,
    images: ['image_url', 'end_image_url'],
    exact: true,
    ...row,
  })

const beside = (seed: number, { prompt }: VideoInput) => ({ seed, prompt })

/** See docs/providers/fal.md#endpoints. */
export const wan22Endpoints: readonly Endpoint[] = [
  textRow('v2.2-5b/text-to-video', { schema: small, timing }),
  imageRow('v2.2-5b/image-to-video', { schema: { ...small, ...ofImage }, timing }),
  textRow('v2.2-a14b/text-to-video', { schema: large(4), timing }),
  imageRow('v2.2-a14b/image-to-video', { schema: { ...large(3.5), ...ofImages }, timing }),
  textRow('v2.2-a14b/text-to-video/turbo', { schema: turbo }),
  imageRow('v2.2-a14b/image-to-video/turbo', { schema: { ...turbo, ...ofImages } }),
]
