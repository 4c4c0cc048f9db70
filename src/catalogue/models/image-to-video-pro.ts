import { seed } from '../fields.ts'
import { file } from '../file-field.ts'
import { defineModel } from '../model.ts'
import { perJob } from '../price.ts'
import { sendSeed } from '../seed.ts'
import { negativePrompt, proFixed, prompt } from '../video-models.ts'

export const imageToVideoPro = defineModel({
  id: 'image-to-video-pro',
  name: 'Wan 2.1 Pro',
  kind: 'video',
  generationType: 'image-to-video-pro',
  strength: { en: 'Six seconds at 1080p, nothing to set', zh: '6 秒 1080p，无需调参' },

  fields: {
    prompt,
    image_url: file('image', { required: true }),
    ...proFixed,
    negative_prompt: negativePrompt({ initially: '', ignored: true }),
    seed: seed(),
  },

  price: perJob(800),

  endpoints: ['fal-ai/wan-pro/image-to-video'],
  result: 'video',
  toProvider: (input) => ({
    prompt: input.prompt,
    image_url: input.image_url,
    enable_safety_checker: true,
    ...sendSeed(input.seed),
  }),
  seconds: (input) => input.duration,
})
