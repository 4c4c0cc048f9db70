import { seed } from '../fields.ts'
import { defineModel } from '../model.ts'
import { perJob } from '../price.ts'
import { sendSeed } from '../seed.ts'
import { negativePrompt, proFixed, prompt } from '../video-models.ts'

export const textToVideoPro = defineModel({
  id: 'text-to-video-pro',
  name: 'Wan 2.1 Pro',
  kind: 'video',
  generationType: 'text-to-video-pro',
  strength: { en: 'Six seconds at 1080p, nothing to set', zh: '6 秒 1080p，无需调参' },

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
