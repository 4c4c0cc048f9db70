import { describe, expect, it } from 'vitest'
import { initialValues } from '#core/models/rules/form-values.ts'
import { fluxDev, moondream3 } from '#testing/models.ts'
import { isSeeded, recipeOf, recipeWithOtherSeed, seedOf, withSeed } from './recipe.ts'

const typed = { ...initialValues(fluxDev), prompt: 'a fox', num_inference_steps: 40, seed: 7 }

describe('recipeOf', () => {
  const made = {
    id: 'g1',
    model: 'flux-dev',
    generation_type: 'text-to-image',
    is_public: false,
    input: typed,
  }

  it('is the input of the generation', () => {
    const input = { prompt: 'a fox', seed: null, num_images: 2, forgotten_field: 1 }
    expect(recipeOf({ ...made, input })).toEqual({
      model: fluxDev,
      values: { ...initialValues(fluxDev), prompt: 'a fox', num_images: 2 },
      isPublic: false,
      parentId: 'g1',
    })
  })

  it('is nothing for a model that is not offered', () => {
    expect(recipeOf({ ...made, model: 'sd35' })).toBeUndefined()
    expect(recipeOf({ ...made, model: 'gone' })).toBeUndefined()
  })

  it('takes another seed', () => {
    const recipe = { model: fluxDev, values: typed, isPublic: true }
    expect(withSeed(recipe, 12).values).toEqual({ ...typed, seed: 12 })
    expect(withSeed(recipe, undefined).values.seed).toBeUndefined()
  })
})

describe('seedOf', () => {
  it('keeps every digit and drops an invalid seed', () => {
    expect([7, 0, '9007199254740993', null, -1].map((seed) => seedOf({ seed }))).toEqual([
      7,
      0,
      '9007199254740993',
      undefined,
      undefined,
    ])
  })
})

describe('another seed', () => {
  const made = {
    id: 'g1',
    model: 'flux-dev',
    generation_type: 'text-to-image',
    is_public: true,
    input: typed,
  }

  it('changes nothing else, and names the parent', () => {
    const recipe = recipeWithOtherSeed({ ...made, seed: 7 })
    expect(recipe).toEqual({ ...recipeOf(made), values: { ...typed, seed: recipe?.values.seed } })
    expect(recipe?.parentId).toBe('g1')
  })

  it('is never the seed it was', () => {
    const seeds = Array.from(
      { length: 50 },
      (_, seed) => recipeWithOtherSeed({ ...made, seed })?.values.seed,
    )
    expect(seeds.every((seed, before) => typeof seed === 'number' && seed !== before)).toBe(true)
  })

  it('is offered where it makes a difference', () => {
    expect(isSeeded(fluxDev)).toBe(true)
    expect(isSeeded(moondream3)).toBe(false)
  })
})
