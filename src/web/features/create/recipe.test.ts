import { describe, expect, it } from 'vitest'
import { initialValues } from '#catalogue/input/form-values.ts'
import { fluxDev } from '#catalogue/models/flux-dev.ts'
import { fluxSchnell } from '#catalogue/models/flux-schnell.ts'
import { janusPro } from '#catalogue/models/janus-pro.ts'
import { changedSettings, changeModel, recipeOf, resetSettings, seedOf, withSeed } from './recipe.ts'

const typed = { ...initialValues(fluxDev), prompt: 'a fox', num_inference_steps: 40, seed: 7 }

describe('changeModel', () => {
  it('keeps what both models ask for and starts the rest anew', () => {
    const { values } = changeModel(fluxDev, fluxSchnell, typed)
    expect(values).toMatchObject({ prompt: 'a fox', seed: 7, num_inference_steps: 4 })
    expect(values).not.toHaveProperty('guidance_scale')
  })

  it('brings a text back that a model in between did not have', () => {
    const there = changeModel(fluxDev, janusPro, { ...typed, negative_prompt: 'rain' })
    expect(there.values).not.toHaveProperty('negative_prompt')
    expect(there.setAside).toEqual({ negative_prompt: 'rain' })
    const back = changeModel(janusPro, fluxSchnell, there.values, there.setAside)
    expect(back.values.negative_prompt).toBe('rain')
    expect(back.setAside).toEqual({})
  })
})

describe('resetSettings', () => {
  it('leaves the prompt and starts everything else anew', () => {
    expect(resetSettings(fluxDev, typed)).toEqual({ ...initialValues(fluxDev), prompt: 'a fox' })
  })
})

describe('changedSettings', () => {
  it('names what differs from the model, the prompt aside', () => {
    expect(changedSettings(fluxDev, { ...typed, image_size: 'square' })).toEqual([
      'image_size',
      'num_inference_steps',
      'seed',
    ])
    expect(changedSettings(fluxDev, typed, 'shape')).toEqual([])
  })
})

describe('recipeOf', () => {
  const made = { model: 'flux-dev', generation_type: 'text-to-image', is_public: false, input: typed }

  it('is what was asked for', () => {
    const input = { prompt: 'a fox', seed: null, num_images: 2, forgotten_field: 1 }
    expect(recipeOf({ ...made, input })).toEqual({
      model: fluxDev,
      values: { ...initialValues(fluxDev), prompt: 'a fox', num_images: 2 },
      isPublic: false,
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
  it('leaves out what the form cannot hold', () => {
    expect([7, 0, '9007199254740993', null, -1].map((seed) => seedOf({ seed }))).toEqual([
      7,
      0,
      undefined,
      undefined,
      undefined,
    ])
  })
})
