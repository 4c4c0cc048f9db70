import { decimal, text, wholeNumber } from '../fields.ts'
import { commonToProvider, pixelsOfInput, promptAndShape, seedAndSafety } from '../image-models.ts'
import { defineModel } from '../model.ts'

export const fluxDev = defineModel({
  id: 'flux-dev',
  name: 'FLUX.1 dev',
  kind: 'image',
  generationType: 'text-to-image',
  strength: { en: 'Rich detail; follows long prompts', zh: '细节丰富，能读懂长描述' },

  fields: {
    ...promptAndShape,
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

  endpoints: ['fal-ai/flux/dev'],
  result: 'images',
  toProvider: (input) => ({
    ...commonToProvider(input),
    num_inference_steps: input.num_inference_steps,
    guidance_scale: input.guidance_scale,
  }),
  pixels: pixelsOfInput,
})
