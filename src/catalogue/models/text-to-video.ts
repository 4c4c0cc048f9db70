import { choice, seed } from '../fields.ts'
import { defineModel } from '../model.ts'
import {
  byResolution,
  frames21,
  negativePrompt,
  prompt,
  rate21,
  resolution,
  safetyAndExpansion,
  secondsOf,
  sendFrames,
  sendVideo,
  steps,
  wideOrTall,
} from '../video-models.ts'

export const textToVideo = defineModel({
  id: 'text-to-video',
  name: 'Wan 2.1',
  kind: 'video',
  generationType: 'text-to-video',
  strength: { en: 'Five seconds from a description', zh: '用文字生成约 5 秒短片' },

  fields: {
    prompt,
    aspect_ratio: wideOrTall(),
    resolution: resolution(['480p', '580p', '720p']),
    acceleration: choice(['regular', 'turbo'], 'regular', { also: { fast: 'regular' } }),
    negative_prompt: negativePrompt(),
    num_frames: frames21(),
    frames_per_second: rate21(),
    num_inference_steps: steps(40, 30),
    seed: seed(),
    ...safetyAndExpansion,
  },

  price: byResolution({ '480p': 300, '580p': 300, '720p': 400 }),

  endpoints: ['fal-ai/wan-t2v'],
  result: 'video',
  toProvider: (input) => ({
    ...sendVideo(input),
    ...sendFrames(input),
    aspect_ratio: input.aspect_ratio,
    turbo_mode: input.acceleration === 'turbo',
  }),
  fromProvider: ({ turbo_mode, ...body }) => ({
    ...body,
    ...(turbo_mode === true && { acceleration: 'turbo' }),
  }),
  seconds: secondsOf,
})
