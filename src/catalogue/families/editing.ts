import { choice, count, shape, text, wholeNumber } from '../fields/field.ts'
import { file } from '../fields/file-field.ts'

/** What every editor is told: what to change, and in which picture. */
export const edit = {
  prompt: text({ lines: 4, required: true }),
  image_url: file('image', { required: true }),
}

export const howMany = count({ max: 4 })

/**
 * `auto` keeps the picture's own ratio; the documents start with a square
 * (docs/spec/creation.md#models).
 */
export const editedRatio = <const Name extends string>(ratios: readonly Name[]) =>
  shape<'auto' | '1:1' | Name>(['auto', '1:1', ...ratios], '1:1')

export const outputFormat = <const Name extends string>(formats: readonly Name[]) =>
  choice<'jpeg' | 'png' | Name>(['jpeg', 'png', ...formats], 'jpeg', { group: 'advanced' })

/**
 * From 1, strict, to 6. The provider wants it as a text (docs/providers/fal.md#mapping-rules, rule
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
