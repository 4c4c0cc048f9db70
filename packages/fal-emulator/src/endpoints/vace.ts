import { filesOf, imagesOf } from '../input-file.ts'
import type { Endpoint } from './endpoints.ts'
import {
  address,
  addresses,
  boolean,
  type InputSchema,
  integer,
  literal,
  string,
} from './input-schema.ts'
import {
  aspectRatio,
  guidance,
  negativePrompt,
  renderVideo,
  resolution,
  shift,
  type VideoInput,
  wanCommon,
} from './video-endpoint.ts'

type VaceInput = VideoInput & {
  num_frames: number
  frames_per_second: number
  match_input_num_frames: boolean
  match_input_frames_per_second: boolean
}

const optional = { optional: true }
const flag = boolean(false)

const schema: InputSchema = {
  ...wanCommon,
  prompt: string(),
  seed: integer(optional),
  negative_prompt: string({ initially: `letterboxing, borders, black bars, ${negativePrompt}` }),
  video_url: address('video'),
  ref_image_urls: addresses('image', optional),
  first_frame_url: address('image', optional),
  last_frame_url: address('image', optional),
  resolution: resolution('auto 240p 360p 480p 580p 720p', 'auto'),
  aspect_ratio: aspectRatio('auto 16:9 1:1 9:16'),
  num_frames: integer({ min: 17, max: 241, initially: 81 }),
  frames_per_second: integer({ min: 5, max: 30, initially: 16 }),
  num_inference_steps: integer({ min: 2, max: 50, initially: 30 }),
  guidance_scale: guidance(5),
  shift: shift(15),
  interpolator_model: literal(['rife', 'film'], 'film'),
  num_interpolated_frames: integer({ min: 0, max: 5, initially: 0 }),
  match_input_num_frames: flag,
  match_input_frames_per_second: flag,
  acceleration: literal(['none', 'low', 'regular'], 'regular'),
  preprocess: flag,
  sampler: literal(['unipc', 'dpm++', 'euler'], 'unipc'),
  video_quality: literal(['low', 'medium', 'high', 'maximum'], 'high'),
  video_write_mode: literal(['fast', 'balanced', 'small'], 'balanced'),
  transparency_mode: literal(['content_aware', 'white', 'black'], 'content_aware'),
  enable_auto_downsample: flag,
  auto_downsample_min_fps: integer({ min: 1, max: 60, initially: 15 }),
  temporal_downsample_factor: integer({ min: 0, max: 5, initially: 0 }),
  return_frames_zip: flag,
}

const masks: InputSchema = {
  mask_video_url: address('video', optional),
  mask_image_url: address('image', optional),
}

const task = literal(['depth', 'pose', 'inpainting', 'outpainting', 'reframe'], 'depth')

/** A video between the given frames, over the references, or from the first frame of the video. */
const make: Endpoint['make'] = async (job, given, context) => {
  const input = given as VaceInput
  const { files } = context
  const source = filesOf(files, 'video_url')[0]?.video
  const fps = input.match_input_frames_per_second && source ? source.fps : input.frames_per_second
  const frames =
    input.match_input_num_frames && source ? source.seconds * source.fps : input.num_frames
  const ends = filesOf(files, 'first_frame_url', 'last_frame_url')
  const between = imagesOf(
    files,
    'first_frame_url',
    'video_url',
    'ref_image_urls',
    'last_frame_url',
  )
  const video = {
    input,
    ...{ seconds: Math.max(1, frames) / fps, fps },
    shown: filesOf(files, 'video_url', 'first_frame_url', 'ref_image_urls'),
    images: between,
    exact: ends.length > 1,
  }
  const { seed, file, facts } = await renderVideo(job, video, context)
  return {
    video: job.faults.includes('empty') ? null : { ...file, ...facts },
    prompt: input.prompt,
    seed,
  }
}

/** See docs/providers/fal.md#endpoints. */
export const vaceEndpoints: readonly Endpoint[] = [
  {
    id: 'fal-ai/wan-vace-14b',
    schema: { ...schema, ...masks, task, video_url: address('video', optional) },
    make,
  },
  { id: 'fal-ai/wan-vace-14b/depth', schema, make },
  { id: 'fal-ai/wan-vace-14b/inpainting', schema: { ...schema, ...masks }, make },
]
