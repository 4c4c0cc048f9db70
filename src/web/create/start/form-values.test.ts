import { describe, expect, it } from 'vitest'
import { initialValues } from '#core/models/rules/form-values.ts'
import { fluxDev, fluxSchnell, janusPro } from '#testing/models.ts'
import { changedSettings, changeModel, resetSettings, withoutInputs } from './form-values.ts'

const typed = { ...initialValues(fluxDev), prompt: 'a fox', num_inference_steps: 40, seed: 7 }

describe('changeModel', () => {
  it('keeps the fields that both models have and resets the others', () => {
    const { values } = changeModel(fluxDev, fluxSchnell, typed)
    expect(values).toMatchObject({ prompt: 'a fox', seed: 7, num_inference_steps: 4 })
    expect(values).not.toHaveProperty('guidance_scale')
  })

  it('restores a text that a model in between did not have', () => {
    const there = changeModel(fluxDev, janusPro, { ...typed, negative_prompt: 'rain' })
    expect(there.values).not.toHaveProperty('negative_prompt')
    expect(there.setAside).toEqual({ negative_prompt: 'rain' })
    const back = changeModel(janusPro, fluxSchnell, there.values, there.setAside)
    expect(back.values.negative_prompt).toBe('rain')
    expect(back.setAside).toEqual({})
  })
})

describe('resetSettings', () => {
  it('keeps the prompt and resets everything else', () => {
    expect(resetSettings(fluxDev, typed)).toEqual({ ...initialValues(fluxDev), prompt: 'a fox' })
  })
})

describe('withoutInputs', () => {
  it('keeps the settings and clears the prompt', () => {
    expect(withoutInputs(fluxDev, typed)).toEqual({ ...typed, prompt: '' })
  })
})

describe('changedSettings', () => {
  it('names the settings that differ from the defaults of the model, the prompt aside', () => {
    expect(changedSettings(fluxDev, { ...typed, image_size: 'square' })).toEqual([
      'image_size',
      'num_inference_steps',
      'seed',
    ])
    expect(changedSettings(fluxDev, typed, 'shape')).toEqual([])
  })
})
