import type { GenerationView, MediaView } from '#core/generations/generation-contract.ts'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import { isStartFile } from '#core/models/rules/file-field.ts'
import { availableValues, initialValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { isSeeded, type Recipe, randomSeed, recipeOf, withSeed } from './recipe.ts'

/** How many variations of one result can be made together, the first by default. */
export const variationCounts = [4, 3, 2] as const

/** The generation types that make an image from one image and a text. */
const typesFromImage = ['image-to-image', 'image-editing']

type Repeatable = Parameters<typeof recipeOf>[0] & Pick<GenerationView, 'seed'>

/** The field for how many images a generation makes. */
const countField = 'num_images'

/** The models that make something new from one image, those that redraw it before those that edit. */
export function modelsFromImage(): Model[] {
  return typesFromImage
    .flatMap((type) => offeredModels(type))
    .filter((model) => !model.tool && !model.makes && imageField(model))
}

/** Whether a model follows an instruction, rather than a description of the result. */
export function isInstructed({ generationType }: Model): boolean {
  return generationType === 'image-editing'
}

/**
 * A generation again, one image each, with seeds that neither it nor the others have; models without
 * a seed never repeat themselves. Empty when its model is no longer offered.
 */
export function recipesWithOtherSeeds(generation: Repeatable, count: number): Recipe[] {
  const recipe = recipeOf(generation)
  if (!recipe) return []
  return withSeeds({ ...recipe, values: ofOneImage(recipe.model, recipe.values) }, count, [
    String(generation.seed),
  ])
}

/** What a model makes from one image of a generation, one image each, with different seeds. */
export function recipesFromImage(
  { id, is_public }: Pick<GenerationView, 'id' | 'is_public'>,
  image: Pick<MediaView, 'url'>,
  { model, prompt, count }: { model: Model; prompt: string; count: number },
): Recipe[] {
  const field = imageField(model)
  if (!field) return []
  const values = availableValues(model, {
    ...ofOneImage(model, initialValues(model)),
    [model.promptField ?? 'prompt']: prompt,
    [field]: image.url,
  })
  return withSeeds({ model, values, isPublic: is_public, parentId: id }, count, [])
}

/** The only required file of a model, where it is an image. */
function imageField({ fields }: Model): string | undefined {
  const files = Object.entries(fields).filter(
    ([, { control }]) =>
      control.kind === 'file' && control.accept === 'image' && isStartFile(control),
  )
  return files.length === 1 ? files[0]?.[0] : undefined
}

function ofOneImage({ fields }: Model, values: Recipe['values']): Recipe['values'] {
  return countField in fields ? { ...values, [countField]: 1 } : values
}

function withSeeds(recipe: Recipe, count: number, used: readonly string[]): Recipe[] {
  if (!isSeeded(recipe.model)) return Array.from({ length: count }, () => recipe)
  const seeds = new Set<number>()
  while (seeds.size < count) {
    const seed = randomSeed()
    if (!used.includes(String(seed))) seeds.add(seed)
  }
  return [...seeds].map((seed) => withSeed(recipe, seed))
}
