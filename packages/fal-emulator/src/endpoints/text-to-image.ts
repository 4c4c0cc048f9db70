import type { Size } from '@atelier/demo-world/images'
import type { Endpoint } from './endpoints.ts'
import {
  acceleration,
  guidance,
  type ImageInput,
  imageAnswer,
  outputFormat,
  renderImages,
} from './image-answer.ts'
import { boolean, type InputSchema, imageSize, integer, number, string } from './input-schema.ts'

type TextToImageInput = ImageInput & { image_size: NamedSize; cfg_weight?: number }

const imageSizes: Record<string, Size> = {
  square: { width: 512, height: 512 },
  square_hd: { width: 1024, height: 1024 },
  portrait_4_3: { width: 768, height: 1024 },
  portrait_16_9: { width: 576, height: 1024 },
  landscape_4_3: { width: 1024, height: 768 },
  landscape_16_9: { width: 1024, height: 576 },
}

type NamedSize = string | { width?: number; height?: number }

/**
 * An endpoint that answers `{ images, seed, has_nsfw_concepts, prompt, timings }`. `own` are its
 * additional fields.
 */
function textToImage(
  id: string,
  { size, most }: { size: string; most: number },
  own: InputSchema,
): Endpoint {
  return {
    id,
    schema: {
      prompt: string(),
      image_size: imageSize(size),
      num_images: integer({ min: 1, max: most, initially: 1 }),
      seed: integer({ optional: true }),
      enable_safety_checker: boolean(true),
      sync_mode: boolean(false),
      ...own,
    },
    make: async (job, given, context) => {
      const { cfg_weight: weight, ...input } = given as TextToImageInput
      const size = sizeOf(input.image_size)
      const asked = weight === undefined ? input : { ...input, guidance_scale: weight }
      const made = await renderImages(job, asked, context, async (order, black) => {
        return {
          ...size,
          data: black ? new Uint8Array() : await context.image({ ...order, ...size }),
        }
      })
      return imageAnswer(made, input.prompt)
    },
  }
}

/** A size by name or by its sides, in pixels. */
export function sizeOf(size: NamedSize): Size {
  return typeof size === 'string'
    ? (imageSizes[size] ?? { width: 1024, height: 1024 })
    : { width: size.width ?? 512, height: size.height ?? 512 }
}

const flux = (steps: { max: number; initially: number }): InputSchema => ({
  num_inference_steps: integer({ min: 1, ...steps }),
  guidance_scale: guidance(1),
  output_format: outputFormat,
  acceleration: acceleration('none'),
})

/** See docs/providers/fal.md#endpoints. */
export const textToImageEndpoints: readonly Endpoint[] = [
  textToImage(
    'fal-ai/flux/dev',
    { size: 'landscape_4_3', most: 4 },
    flux({ max: 50, initially: 28 }),
  ),
  textToImage(
    'fal-ai/flux/schnell',
    { size: 'landscape_4_3', most: 4 },
    flux({ max: 12, initially: 4 }),
  ),
  textToImage(
    'fal-ai/janus',
    { size: 'square', most: 16 },
    {
      cfg_weight: number({ min: 1, max: 20, initially: 5 }),
      temperature: number({ min: 0.1, max: 2, initially: 1 }),
    },
  ),
  textToImage(
    'fal-ai/stable-diffusion-v35-large',
    { size: 'landscape_4_3', most: 4 },
    {
      image_size: { ...imageSize('landscape_4_3'), optional: true },
      negative_prompt: string({ initially: '' }),
      num_inference_steps: integer({ min: 1, max: 50, initially: 28 }),
      guidance_scale: guidance(0),
      output_format: outputFormat,
    },
  ),
]
