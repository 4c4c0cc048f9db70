import { decimal, seed, toggle } from '../fields.ts'
import {
  edit,
  editedRatio,
  editPrice,
  howMany,
  outputFormat,
  safetyTolerance,
} from '../image-models.ts'
import { defineModel } from '../model.ts'
import { sendSeed } from '../seed.ts'

export const fluxProKontext = defineModel({
  id: 'flux-pro-kontext',
  name: 'FLUX.1 Kontext pro',
  kind: 'image-editing',
  generationType: 'image-editing',
  strength: { en: 'Keeps the subject, changes the rest', zh: '保持主体不变，精确修改' },

  fields: {
    ...edit,
    aspect_ratio: editedRatio(['21:9', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '9:21']),
    num_images: howMany,
    guidance_scale: decimal({ min: 1, max: 20, initially: 3.5, step: 0.5 }),
    enhance_prompt: toggle({ initially: false }),
    safety_tolerance: safetyTolerance,
    output_format: outputFormat([]),
    seed: seed(),
  },

  price: editPrice,

  endpoints: ['fal-ai/flux-pro/kontext'],
  result: 'images',
  toProvider: (input) => ({
    prompt: input.prompt,
    image_url: input.image_url,
    guidance_scale: input.guidance_scale,
    num_images: input.num_images,
    output_format: input.output_format,
    safety_tolerance: String(input.safety_tolerance),
    enhance_prompt: input.enhance_prompt,
    ...(input.aspect_ratio !== 'auto' && { aspect_ratio: input.aspect_ratio }),
    ...sendSeed(input.seed),
  }),
  fromProvider: ({ safety_tolerance, aspect_ratio, ...body }) => ({
    ...body,
    aspect_ratio: aspect_ratio ?? 'auto',
    ...(safety_tolerance != null && { safety_tolerance: Number(safety_tolerance) }),
  }),
})
