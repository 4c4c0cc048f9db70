import { seed } from '../fields.ts'
import { file } from '../file-field.ts'
import { defineModel } from '../model.ts'
import {
  byResolution,
  frames22,
  guidance,
  interpolation,
  negativePrompt,
  prompt,
  rate22,
  ratioBesideImage,
  resolution,
  safetyAndExpansion,
  secondsOf,
  sendFrames,
  sendInterpolation,
  sendRatio,
  sendVideo,
  shift,
  steps,
  surcharges,
} from '../video-models.ts'

const fromText = 'fal-ai/wan/v2.2-5b/text-to-video'
const fromImage = 'fal-ai/wan/v2.2-5b/image-to-video'

export const wan5b = defineModel({
  id: 'wan-v2-2-5b',
  name: 'Wan 2.2 5B',
  kind: 'video',
  generationType: 'wan-v2-2-5b',
  strength: { en: 'Small and quick, every setting open', zh: '小巧快速，参数全开放' },

  fields: {
    prompt,
    image_url: file('image'),
    aspect_ratio: ratioBesideImage(),
    resolution: resolution(['580p', '720p']),
    negative_prompt: negativePrompt(),
    num_frames: frames22(),
    frames_per_second: rate22(),
    num_inference_steps: steps(50, 40),
    guidance_scale: guidance(),
    shift: shift(),
    ...interpolation,
    seed: seed(),
    ...safetyAndExpansion,
  },

  price: {
    ...byResolution({ '580p': 300, '720p': 350 }),
    surcharges: (input) => surcharges(input, 40),
  },

  endpoints: [fromText, fromImage],
  route: (input) => (input.image_url ? fromImage : fromText),
  result: 'video',
  toProvider: (input) => ({
    ...sendVideo(input),
    ...sendFrames(input),
    ...(input.image_url && { image_url: input.image_url }),
    aspect_ratio: sendRatio(input),
    guidance_scale: input.guidance_scale,
    shift: input.shift,
    ...sendInterpolation(input),
  }),
  seconds: secondsOf,
})
