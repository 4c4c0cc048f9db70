import { count, decimal, text, wholeNumber } from '../fields.ts'
import { file } from '../file-field.ts'
import { seedAndSafety } from '../image-models.ts'
import { defineModel } from '../model.ts'
import { sendSeed } from '../seed.ts'

/** flux-dev with an input image: the only model that accepts one, so it replaces the others. */
export const imageToImage = defineModel({
  id: 'flux-dev',
  name: 'FLUX.1 dev',
  kind: 'image',
  generationType: 'image-to-image',
  strength: { en: 'Redraws an image, near or far', zh: '以原图为底重新绘制，改动可大可小' },
  standsIn: true,

  fields: {
    prompt: text({ lines: 4, required: true }),
    image_url: file('image', { required: true }),
    strength: decimal({
      min: 0.1,
      max: 1,
      initially: 0.8,
      absent: 0.95,
      step: 0.05,
      group: 'shape',
    }),
    num_images: count({ max: 4 }),
    negative_prompt: text({ lines: 2, ignored: true, group: 'advanced' }),
    num_inference_steps: wholeNumber({ min: 10, max: 50, initially: 28 }),
    guidance_scale: decimal({ min: 1, max: 10, initially: 3.5, step: 0.5 }),
    ...seedAndSafety,
  },

  price: {
    base: { any: 30 },
    unit: 'image',
    tier: () => 'any',
    quantity: (input) => input.num_images,
  },

  endpoints: ['fal-ai/flux/dev/image-to-image'],
  result: 'images',
  toProvider: (input) => ({
    prompt: input.prompt,
    image_url: input.image_url,
    strength: input.strength,
    num_images: input.num_images,
    num_inference_steps: input.num_inference_steps,
    guidance_scale: input.guidance_scale,
    enable_safety_checker: input.enable_safety_checker,
    ...sendSeed(input.seed),
  }),
})
