import { choice, count, seed, shape, text, toggle, wholeNumber } from './fields.ts'
import { file } from './file-field.ts'
import { imageSizeNames, pixelsOf } from './image-sizes.ts'
import { type Seed, sendSeed } from './seed.ts'

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
 * The part of the provider's request that all of them share. The size is always sent, because the
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

/** The results have the requested size. */
export const pixelsOfInput = (input: { image_size: string }) => pixelsOf(input.image_size)

/** The prompt guidance of every editor: what to change, and in which image. */
export const edit = {
  prompt: text({ lines: 4, required: true }),
  image_url: file('image', { required: true }),
}

export const howMany = count({ max: 4 })

/**
 * `auto` keeps the image's own ratio; the documents start with a square
 * (docs/spec/creation.md#models).
 */
export const editedRatio = <const Name extends string>(ratios: readonly Name[]) =>
  shape<'auto' | '1:1' | Name>(['auto', '1:1', ...ratios], '1:1')

export const outputFormat = <const Name extends string>(formats: readonly Name[]) =>
  choice<'jpeg' | 'png' | Name>(['jpeg', 'png', ...formats], 'jpeg', { group: 'advanced' })

/**
 * From 1 (strict) to 6. The provider expects a string (docs/providers/fal.md#mapping-rules, rule
 * 8).
 */
export const safetyTolerance = wholeNumber({ min: 1, max: 6, initially: 2 })

/**
 * Ten credits an image, the documents' price for a model they do not list
 * (docs/spec/money.md#prices).
 */
export const editPrice = {
  base: { any: 10 },
  unit: 'image' as const,
  tier: () => 'any',
  quantity: (input: { num_images: number }) => input.num_images,
}
