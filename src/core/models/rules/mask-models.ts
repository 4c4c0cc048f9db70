import type { Definition } from './definition.ts'

/** What the images of a model are, where they are no images to look at. */
export const imageMeanings = ['mask'] as const
export type ImageMeaning = (typeof imageMeanings)[number]

/**
 * Returns the fields of a model that segments: the only inputs that must be given are one image and
 * the words for what is to be found in it. `undefined` for any other definition, whose images can be
 * no masks.
 */
export function maskInput({
  fields,
  result,
  prompt_field: prompt = 'prompt',
}: Pick<Definition, 'fields' | 'result' | 'prompt_field'>):
  | { imageField: string; promptField: string }
  | undefined {
  const required = Object.entries(fields).filter(
    ([, field]) =>
      ('required' in field && field.required) || (field.control === 'files' && field.min),
  )
  const image = required.find(
    ([, field]) => field.control === 'file' && field.accept === 'image' && !field.mask_of,
  )
  const words = required.find(([name, field]) => field.control === 'text' && name === prompt)
  if (result !== 'images' || required.length !== 2 || !image || !words) return undefined
  return { imageField: image[0], promptField: prompt }
}
