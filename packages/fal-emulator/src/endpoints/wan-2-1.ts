import type { Endpoint } from './endpoints.ts'
import { address, boolean, type InputSchema, integer, literal, string } from './input-schema.ts'
import {
  aspectRatio,
  guidance,
  negativePrompt,
  resolution,
  shift,
  videoEndpoint,
  wanCommon,
} from './video-endpoint.ts'

const common: InputSchema = {
  ...wanCommon,
  num_frames: integer({ min: 81, max: 100, initially: 81 }),
  frames_per_second: integer({ min: 5, max: 24, initially: 16 }),
  num_inference_steps: integer({ min: 2, max: 40, initially: 30 }),
  negative_prompt: string({ initially: negativePrompt }),
}

const fromImages: InputSchema = {
  ...common,
  resolution: resolution('480p 720p'),
  aspect_ratio: aspectRatio('auto 16:9 9:16 1:1'),
  guide_scale: guidance(5),
  shift: shift(10),
  acceleration: literal(['none', 'regular'], 'regular'),
}

/** Up to six seconds with 30 frames each; nothing can be configured, and no seed is returned. */
const pro = { timing: () => ({ seconds: 6, fps: 30 }), beside: () => ({}) }
const proSchema: InputSchema = { enable_safety_checker: boolean(true) }

/** See docs/providers/fal.md#endpoints. */
export const wan21Endpoints: readonly Endpoint[] = [
  videoEndpoint({
    id: 'fal-ai/wan-t2v',
    schema: {
      ...common,
      resolution: resolution('480p 580p 720p'),
      aspect_ratio: aspectRatio('16:9 9:16', '16:9'),
      turbo_mode: boolean(false),
    },
  }),
  videoEndpoint({
    id: 'fal-ai/wan-i2v',
    schema: { ...fromImages, image_url: address('image') },
    images: ['image_url'],
  }),
  videoEndpoint({
    id: 'fal-ai/wan-flf2v',
    schema: {
      ...fromImages,
      start_image_url: address('image'),
      end_image_url: address('image'),
    },
    images: ['start_image_url', 'end_image_url'],
    exact: true,
  }),
  videoEndpoint({ id: 'fal-ai/wan-pro/text-to-video', schema: proSchema, ...pro }),
  videoEndpoint({
    id: 'fal-ai/wan-pro/image-to-video',
    schema: { ...proSchema, image_url: address('image') },
    images: ['image_url'],
    ...pro,
  }),
]
