import { text, wholeNumber } from '../fields.ts'
import { commonToProvider, pixelsOfInput, promptAndShape, seedAndSafety } from '../image-models.ts'
import { defineModel } from '../model.ts'

export const fluxSchnell = defineModel({
  id: 'flux-schnell',
  name: 'FLUX.1 schnell',
  kind: 'image',
  generationType: 'text-to-image',
  strength: { en: 'Quick drafts in a few steps', zh: '几步出图，适合快速起稿' },

  fields: {
    ...promptAndShape,
    negative_prompt: text({ lines: 2, ignored: true, group: 'advanced' }),
    num_inference_steps: wholeNumber({ min: 1, max: 12, initially: 4 }),
    ...seedAndSafety,
  },

  price: {
    base: { square: 8, square_hd: 20, other: 15 },
    unit: 'image',
    tier: ({ image_size }) =>
      image_size === 'square' || image_size === 'square_hd' ? image_size : 'other',
    quantity: (input) => input.num_images,
  },

  endpoints: ['fal-ai/flux/schnell'],
  result: 'images',
  toProvider: (input) => ({
    ...commonToProvider(input),
    num_inference_steps: input.num_inference_steps,
  }),
  pixels: pixelsOfInput,
})
