import { describe, expect, it } from 'vitest'
import { vace } from '#core/models/definitions/vace.ts'
import { initialValues } from '#core/models/rules/form-values.ts'
import { fluxDev, fluxSchnell, janusPro, sd35 } from '#testing/models.ts'
import type { Draft } from '#web/create/start/draft.ts'
import { settingsOf, withPreset } from './preset.ts'

const typed = {
  ...initialValues(fluxDev),
  prompt: 'A heron',
  image_size: 'landscape_16_9',
  num_inference_steps: 40,
  seed: 7,
}
const draft: Draft = { model: fluxDev, values: typed, setAside: {}, isWanted: true }

describe('the settings of a form that a preset keeps', () => {
  it('are all but prompt and files, with those that were not changed', () => {
    const settings = settingsOf(fluxDev, typed)
    expect(settings).toMatchObject({
      image_size: 'landscape_16_9',
      num_inference_steps: 40,
      guidance_scale: 3.5,
      seed: 7,
    })
    expect(settings).not.toHaveProperty('prompt')
    const files = settingsOf(vace, { ...initialValues(vace), video_url: '/media/1/a.mp4' })
    for (const name of ['prompt', 'video_url', 'mask_image_url', 'ref_image_urls'])
      expect(files).not.toHaveProperty(name)
  })

  it('have a number that is still being typed within its limits', () => {
    const values = { ...typed, num_inference_steps: 500 }
    expect(settingsOf(fluxDev, values).num_inference_steps).toBe(50)
  })

  it('have nothing for a seed that is drawn', () => {
    expect(settingsOf(fluxDev, { ...typed, seed: undefined }).seed).toBeNull()
  })
})

describe('a form with the settings of a preset', () => {
  const saved = { model: 'flux-schnell', settings: { image_size: 'square', num_images: 3 } }

  it('keeps its prompt, takes the model and resets what the preset does not name', () => {
    const applied = withPreset(draft, saved)
    expect(applied?.ignored).toEqual([])
    expect(applied?.draft.model).toBe(fluxSchnell)
    expect(applied?.draft.values).toEqual({
      ...initialValues(fluxSchnell),
      prompt: 'A heron',
      image_size: 'square',
      num_images: 3,
    })
  })

  it('has exactly the settings that were saved from it', () => {
    const settings = settingsOf(fluxDev, typed)
    const other = { ...draft, values: { ...initialValues(fluxDev), prompt: 'A fox' } }
    const applied = withPreset(other, { model: 'flux-dev', settings })
    expect(applied?.ignored).toEqual([])
    expect(applied?.draft.values).toEqual({ ...typed, prompt: 'A fox' })
  })

  it('draws its seed again where the preset has none', () => {
    const applied = withPreset(draft, { model: 'flux-dev', settings: { seed: null } })
    expect(applied?.draft.values.seed).toBeUndefined()
    expect(applied?.ignored).toEqual([])
  })

  it('names the settings that its model does not accept any more, and leaves their defaults', () => {
    const applied = withPreset(draft, {
      model: 'flux-dev',
      settings: { image_size: 'round', num_inference_steps: 999, style: 'oil', num_images: 2 },
    })
    expect(applied?.ignored).toEqual(['image_size', 'num_inference_steps', 'style'])
    expect(applied?.draft.values).toMatchObject({
      image_size: 'square_hd',
      num_inference_steps: 28,
      num_images: 2,
    })
  })

  it('never takes a prompt or file out of a preset', () => {
    const applied = withPreset(draft, { model: 'flux-dev', settings: { prompt: 'Another' } })
    expect(applied?.draft.values.prompt).toBe('A heron')
    expect(applied?.ignored).toEqual(['prompt'])
  })

  it('sets a text aside that its model does not have', () => {
    const values = { ...typed, negative_prompt: 'rain' }
    const applied = withPreset({ ...draft, values }, { model: 'janus-pro', settings: {} })
    expect(applied?.draft.model).toBe(janusPro)
    expect(applied?.draft.setAside).toEqual({ negative_prompt: 'rain' })
  })

  it('is not there where the model is not offered', () => {
    expect(withPreset(draft, { model: sd35.id, settings: {} })).toBeUndefined()
    expect(withPreset(draft, { model: 'no-such-model', settings: {} })).toBeUndefined()
  })
})
