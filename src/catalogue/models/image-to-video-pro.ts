import { perJob } from '../families/per-job.ts'
import { sendSeed } from '../families/send-seed.ts'
import { negativePrompt, proFixed, prompt } from '../families/video.ts'
import { seed } from '../fields/field.ts'
import { file } from '../fields/file-field.ts'
import { defineModel } from '../model.ts'

export const imageToVideoPro = defineModel({
  id: 'image-to-video-pro',
  name: 'Wan 2.1 Pro',
  kind: 'video',
  generationType: 'image-to-video-pro',

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
