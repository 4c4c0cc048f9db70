import { text } from '../fields.ts'
import {
  edit,
  editedRatio,
  editPrice,
  howMany,
  outputFormat,
  safetyTolerance,
} from '../image-models.ts'
import { defineModel } from '../model.ts'

export const nanoBananaEdit = defineModel({
  id: 'nano-banana-edit',
  name: 'Nano Banana',
  kind: 'image-editing',
  generationType: 'image-editing',
  strength: { en: 'Quick edits in plain words', zh: '用日常语言快速修改' },

  fields: {
    ...edit,
    prompt: text({ lines: 4, required: true, min: 3 }),
    aspect_ratio: editedRatio(['21:9', '16:9', '3:2', '4:3', '5:4', '4:5', '3:4', '2:3', '9:16']),
    num_images: howMany,
    safety_tolerance: safetyTolerance,
    output_format: outputFormat(['webp']),
  },

  price: editPrice,

  endpoints: ['fal-ai/nano-banana/edit'],
  result: 'images',
  toProvider: (input) => ({
    prompt: input.prompt,
    image_urls: [input.image_url],
    num_images: input.num_images,
    output_format: input.output_format,
    safety_tolerance: String(input.safety_tolerance),
    aspect_ratio: input.aspect_ratio,
  }),
  fromProvider: ({ safety_tolerance, aspect_ratio, image_urls, ...body }) => ({
    ...body,
    // One image is edited; a request for more is rejected, not shortened.
    image_url: Array.isArray(image_urls) && image_urls.length === 1 ? image_urls[0] : image_urls,
    aspect_ratio: aspect_ratio ?? 'auto',
    ...(safety_tolerance != null && { safety_tolerance: Number(safety_tolerance) }),
  }),
})
