import { decimal, withTexts } from '../fields.ts'
import { commonToProvider, pixelsOfInput, promptAndShape, seedAndSafety } from '../image-models.ts'
import { defineModel } from '../model.ts'

export const janusPro = defineModel({
  id: 'janus-pro',
  name: 'Janus Pro',
  kind: 'image',
  generationType: 'text-to-image',
  strength: { en: 'Simple scenes from plain words', zh: '语言平实、画面简洁的场景' },

  fields: {
    ...promptAndShape,
    // The documents say 0 to 2 and 0 to 10; the provider accepts no less than 0.1 and 1.
    temperature: decimal({ min: 0.1, max: 2, initially: 1, step: 0.1 }),
    cfg_weight: withTexts(
      {
        label: { en: 'CFG weight', zh: 'CFG 权重' },
        hint: { en: 'How closely it keeps to the prompt.', zh: '画面贴近提示词的程度。' },
      },
      decimal({ min: 1, max: 10, initially: 5, step: 0.5 }),
    ),
    ...seedAndSafety,
  },

  price: {
    base: { any: 25 },
    unit: 'image',
    tier: () => 'any',
    quantity: (input) => input.num_images,
  },

  endpoints: ['fal-ai/janus'],
  result: 'images',
  toProvider: (input) => ({
    ...commonToProvider(input),
    temperature: input.temperature,
    cfg_weight: input.cfg_weight,
  }),
  pixels: pixelsOfInput,
})
