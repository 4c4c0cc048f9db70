import { perJob } from '../families/per-job.ts'
import { sendSeed } from '../families/send-seed.ts'
import { negativePrompt, proFixed, prompt } from '../families/video.ts'
import { seed } from '../fields/field.ts'
import { defineModel } from '../model.ts'

export const textToVideoPro = defineModel({
  id: 'text-to-video-pro',
  name: 'Wan 2.1 Pro',
  kind: 'video',
  generationType: 'text-to-video-pro',

  fields: {
    prompt,
    ...proFixed,
    negative_prompt: negativePrompt({ initially: '', ignored: true }),
    seed: seed(),
  },

  price: perJob(800),

  endpoints: ['fal-ai/wan-pro/text-to-video'],
  result: 'video',
  toProvider: (input) => ({
    prompt: input.prompt,
    enable_safety_checker: true,
    ...sendSeed(input.seed),
  }),
  seconds: (input) => input.duration,
})
