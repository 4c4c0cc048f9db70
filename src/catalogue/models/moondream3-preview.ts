import { decimal, seed, text, withTexts } from '../fields.ts'
import { file } from '../file-field.ts'
import { defineModel } from '../model.ts'
import { perJob } from '../price.ts'

export const moondream3 = defineModel({
  id: 'moondream3-preview',
  name: 'Moondream 3',
  kind: 'image-understanding',
  generationType: 'image-understanding',
  strength: { en: 'Looks closely and answers briefly', zh: '看得仔细，答得简明' },
  promptField: 'question',

  fields: {
    image: file('image', { required: true }),
    question: text({ lines: 3, required: true }),
    temperature: decimal({ min: 0, max: 1, initially: 0.1, step: 0.01 }),
    top_p: withTexts(
      {
        label: { en: 'Top p', zh: 'Top p' },
        hint: { en: 'Lower: only the likeliest words.', zh: '越低用词越保守。' },
      },
      decimal({ min: 0, max: 1, initially: 0.95, step: 0.01 }),
    ),
    seed: seed({ initially: 42, ignored: true }),
  },

  price: perJob(100),

  endpoints: ['fal-ai/moondream3-preview/query'],
  result: 'text',
  toProvider: ({ image, question, temperature, top_p }) => ({
    image_url: image,
    prompt: question,
    temperature,
    top_p,
    reasoning: false,
  }),
  fromProvider: ({ image_url, prompt, ...body }) => ({
    ...body,
    image: image_url,
    question: prompt,
  }),
})
