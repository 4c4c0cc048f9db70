import { count, seed, shape, text, toggle } from '../fields/field.ts'
import { imageSizeNames, pixelsOf } from '../fields/image-sizes.ts'
import type { Seed } from '../fields/seed.ts'
import { sendSeed } from './send-seed.ts'

/** The fields every text-to-image model starts with (docs/spec/creation.md#models). */
export const promptAndShape = {
  prompt: text({ lines: 4, required: true }),
  image_size: shape(imageSizeNames, 'square_hd'),
  num_images: count({ max: 4 }),
}

/** The fields every text-to-image model ends with. */
export const seedAndSafety = {
  seed: seed(),
  enable_safety_checker: toggle({ initially: true }),
}

type CommonInput = {
  prompt: string
  image_size: string
  num_images: number
  seed: Seed | undefined
  enable_safety_checker: boolean
}

/**
 * The part of the provider's request that is the same for all of them. The size is always sent:
 * defaults differ.
 */
export function commonToProvider(input: CommonInput) {
  return {
    prompt: input.prompt,
    image_size: input.image_size,
    num_images: input.num_images,
    enable_safety_checker: input.enable_safety_checker,
    ...sendSeed(input.seed),
  }
}

/** Results have the size that was asked for. */
export const pixelsOfInput = (input: { image_size: string }) => pixelsOf(input.image_size)
