import { decimal, text, wholeNumber } from '../fields.ts'
import {
  edit,
  editedRatio,
  editPrice,
  howMany,
  outputFormat,
  seedAndSafety,
} from '../image-models.ts'
import { defineModel } from '../model.ts'
import { sendSeed } from '../seed.ts'

/**
 * The provider has sizes, not ratios; `auto` keeps the image's own
 * (docs/providers/fal.md#mapping-rules, rule 8).
 */
const sizes: Record<string, string> = {
  '1:1': 'square_hd',
  '4:3': 'landscape_4_3',
  '3:4': 'portrait_4_3',
  '16:9': 'landscape_16_9',
  '9:16': 'portrait_16_9',
}

const ratioOf = (size: unknown) =>
  Object.keys(sizes).find((ratio) => sizes[ratio] === size) ?? size ?? 'auto'

export const qwenImageEdit = defineModel({
  id: 'qwen-image-edit',
  name: 'Qwen Image Edit',
  kind: 'image-editing',
  generationType: 'image-editing',
  strength: { en: 'Reads and writes text in images', zh: '擅长图中文字，中英文皆可' },

  fields: {
    ...edit,
    aspect_ratio: editedRatio(['16:9', '4:3', '3:4', '9:16']),
    num_images: howMany,
    negative_prompt: text({ lines: 2, group: 'advanced' }),
    guidance_scale: decimal({ min: 1, max: 20, initially: 3.5, step: 0.5 }),
    num_inference_steps: wholeNumber({ min: 2, max: 50, initially: 30 }),
    output_format: outputFormat([]),
    ...seedAndSafety,
  },

  price: editPrice,

  endpoints: ['fal-ai/qwen-image-edit'],
  result: 'images',
  toProvider: (input) => ({
    prompt: input.prompt,
    image_url: input.image_url,
    guidance_scale: input.guidance_scale,
    num_inference_steps: input.num_inference_steps,
    num_images: input.num_images,
    output_format: input.output_format,
    enable_safety_checker: input.enable_safety_checker,
    ...(input.negative_prompt && { negative_prompt: input.negative_prompt }),
    ...(input.aspect_ratio !== 'auto' && { image_size: sizes[input.aspect_ratio] }),
    ...sendSeed(input.seed),
  }),
  fromProvider: ({ image_size, ...body }) => ({ ...body, aspect_ratio: ratioOf(image_size) }),
})
