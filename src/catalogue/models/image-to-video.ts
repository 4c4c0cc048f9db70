import { seed } from '../fields.ts'
import { file } from '../file-field.ts'
import { defineModel } from '../model.ts'
import {
  byResolution,
  frames21,
  guidance,
  negativePrompt,
  prompt,
  rate21,
  ratio,
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

export const imageToVideo = defineModel({
  id: 'image-to-video',
  name: 'Wan 2.1',
  kind: 'video',
  generationType: 'image-to-video',
  strength: { en: 'Sets an image in motion', zh: '让静态图片动起来' },

  fields: {
    prompt,
    image_url: file('image', { required: true }),
    aspect_ratio: ratio(),
    resolution: resolution(['480p', '720p']),
    speed: speed(),
    negative_prompt: negativePrompt(),
    num_frames: frames21(),
    frames_per_second: rate21(),
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

  endpoints: ['fal-ai/wan-i2v'],
  result: 'video',
  toProvider: (input) => ({
    ...sendVideo(input),
    ...sendFrames(input),
    image_url: input.image_url,
    aspect_ratio: input.aspect_ratio,
    guide_scale: input.guidance_scale,
    shift: input.shift,
    acceleration: sendSpeed(input.speed),
  }),
  fromProvider: readWan21,
  seconds: secondsOf,
})
