import type { GenerationView } from '#core/generations/generation-contract.ts'
import { offeredModels } from '#core/models/rules/catalogue.ts'
import { availableValues, type FormValues, initialValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { readSeed, type Seed } from '#core/models/rules/seed.ts'

/** The complete input of one generation: the content of the form, from which it is started. */
export type Recipe = {
  model: Model
  values: FormValues
  isPublic: boolean
  /** The id of the generation it is made again from. */
  parentId?: string | undefined
}

/** The recipe a generation was made from; `undefined` when its model is no longer offered. */
export function recipeOf(generation: Pick<GenerationView, RecipeKeys>): Recipe | undefined {
  const model = offeredModels(generation.generation_type).find(({ id }) => id === generation.model)
  if (!model) return undefined
  const asked = Object.entries(generation.input).filter(
    ([name, value]) => name in model.fields && value !== null,
  )
  const values = availableValues(model, { ...initialValues(model), ...Object.fromEntries(asked) })
  return { model, values, isPublic: generation.is_public, parentId: generation.id }
}

type RecipeKeys = 'id' | 'model' | 'generation_type' | 'input' | 'is_public'

/** The same recipe with another seed; models without one take none. */
export function withSeed(recipe: Recipe, seed: Seed | undefined): Recipe {
  return 'seed' in recipe.model.fields ? { ...recipe, values: { ...recipe.values, seed } } : recipe
}

/** Whether another seed changes the result of this model. */
export function isSeeded({ fields: { seed } }: Model): boolean {
  return seed !== undefined && seed.ignored === undefined
}

/** A random seed: 0 to 999999 (docs/spec/creation.md#form-rules). */
export function randomSeed(): number {
  return Math.floor(Math.random() * 1_000_000)
}

/**
 * The recipe of a generation with a different seed; `undefined` when its model is no longer
 * offered.
 */
export function recipeWithOtherSeed(
  generation: Pick<GenerationView, RecipeKeys | 'seed'>,
): Recipe | undefined {
  const recipe = recipeOf(generation)
  const drawn = randomSeed()
  return recipe && withSeed(recipe, String(drawn) === String(generation.seed) ? drawn + 1 : drawn)
}

/** The seed that made a generation, with every digit, where the form can represent it. */
export function seedOf({ seed }: Pick<GenerationView, 'seed'>): Seed | undefined {
  return readSeed(seed)
}
