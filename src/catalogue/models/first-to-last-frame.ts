import { fixed, seed } from '../fields.ts'
import { file } from '../file-field.ts'
import { defineModel } from '../model.ts'
import {
  byResolution,
  guidance,
  negativePrompt,
  prompt,
  readWan21,
  resolution,
  safetyAndExpansion,
  secondsOf,
  sendFrames,
  sendSpeed,
  sendVideo,
  shift,
  speed,
  steps,
  surcharges,
} from '../video-models.ts'

export const firstToLastFrame = defineModel({
  id: 'first-to-last-frame',
  name: 'Wan 2.1 FLF2V',
  kind: 'video',
  generationType: 'first-to-last-frame',
  strength: { en: 'From one image to another', zh: '从一张图过渡到另一张图' },

  fields: {
    prompt,
    start_image_url: file('image', { required: true }),
    end_image_url: file('image', { required: true }),
    aspect_ratio: fixed('auto'),
    resolution: resolution(['480p', '720p']),
    speed: speed(),
    num_frames: fixed(81),
    frames_per_second: fixed(16),
    negative_prompt: negativePrompt(),
    num_inference_steps: steps(40, 30),
    guidance_scale: guidance(),
    shift: shift(),
    seed: seed(),
    ...safetyAndExpansion,
  },

  price: {
    ...byResolution({ '480p': 200, '720p': 400 }),
    surcharges: (input) => surcharges(input, 30),
  },

  endpoints: ['fal-ai/wan-flf2v'],
  result: 'video',
  toProvider: (input) => ({
    ...sendVideo(input),
    ...sendFrames(input),
    start_image_url: input.start_image_url,
    end_image_url: input.end_image_url,
    aspect_ratio: input.aspect_ratio,
    guide_scale: input.guidance_scale,
    shift: input.shift,
    acceleration: sendSpeed(input.speed),
  }),
  fromProvider: readWan21,
  seconds: secondsOf,
})
