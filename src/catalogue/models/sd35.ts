import { text, wholeNumber } from '../fields.ts'
import { commonToProvider, pixelsOfInput, promptAndShape, seedAndSafety } from '../image-models.ts'
import { defineModel } from '../model.ts'

export const sd35 = defineModel({
  id: 'sd35',
  name: 'Stable Diffusion 3.5 Large',
  kind: 'image',
  generationType: 'text-to-image',
  hidden: true,

  fields: {
    ...promptAndShape,
    negative_prompt: text({ lines: 2, group: 'advanced' }),
    num_inference_steps: wholeNumber({ min: 1, max: 50, initially: 30 }),
    ...seedAndSafety,
  },

  price: {
    base: { any: 8 },
    unit: 'image',
    tier: () => 'any',
    quantity: (input) => input.num_images,
  },

  endpoints: ['fal-ai/stable-diffusion-v35-large'],
  result: 'images',
  toProvider: (input) => ({
    ...commonToProvider(input),
    num_inference_steps: input.num_inference_steps,
    ...(input.negative_prompt && { negative_prompt: input.negative_prompt }),
  }),
  pixels: pixelsOfInput,
})
