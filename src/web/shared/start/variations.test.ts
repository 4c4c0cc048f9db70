import { describe, expect, it } from 'vitest'
import { readyDefinitions } from '#core/models/ready/ready-definitions.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import { builtInModels, setModels } from '#core/models/rules/catalogue.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import { file } from '#core/models/rules/file-field.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { cataloguePrices } from '#core/models/rules/price.ts'
import { fluxDev } from '#testing/models.ts'
import { totalOf } from './start-several.ts'
import {
  isInstructed,
  modelsFromImage,
  recipesFromImage,
  recipesWithOtherSeeds,
} from './variations.ts'

const made = {
  id: '0199f3a2-7c1e-7b1a-8d2f-5c9e3b7a1d44',
  model: 'flux-dev',
  generation_type: 'text-to-image',
  is_public: false,
  seed: 7,
  input: { prompt: 'A fox', num_images: 4, num_inference_steps: 40, seed: 7 },
}
const image = { url: '/media/a/b/1.png' }

describe('variations with other seeds', () => {
  const recipes = recipesWithOtherSeeds(made, 4)

  it('have its settings, one image each, and it as their parent', () => {
    expect(recipes).toHaveLength(4)
    for (const { model, values, isPublic, parentId } of recipes) {
      expect([model, isPublic, parentId]).toEqual([fluxDev, false, made.id])
      expect(values).toMatchObject({ prompt: 'A fox', num_images: 1, num_inference_steps: 40 })
    }
    expect(totalOf(recipes, cataloguePrices).credits).toBe(4 * 30)
  })

  it('have seeds that neither it nor the others have', () => {
    for (let time = 0; time < 200; time++) {
      const seeds = recipesWithOtherSeeds(made, 4).map(({ values }) => String(values.seed))
      expect(new Set([...seeds, '7']).size).toBe(5)
    }
  })

  it('are the same again where the model has no seed', () => {
    const edit = {
      ...made,
      model: 'nano-banana-edit',
      generation_type: 'image-editing',
      input: { prompt: 'Copper', image_url: image.url },
    }
    const again = recipesWithOtherSeeds(edit, 2)
    expect(again).toHaveLength(2)
    expect(again[0]).toEqual(again[1])
    expect(again[0]?.values).not.toHaveProperty('seed')
  })

  it('are none where its model is not offered', () => {
    expect(recipesWithOtherSeeds({ ...made, model: 'gone' }, 4)).toEqual([])
  })
})

describe('variations from an image', () => {
  it('are offered by models that redraw it, then by those that edit it', () => {
    const types = modelsFromImage().map(({ generationType }) => generationType)
    expect(types[0]).toBe('image-to-image')
    expect(types).toContain('image-editing')
    expect(types.indexOf('image-editing')).toBeGreaterThan(types.lastIndexOf('image-to-image'))
  })

  it('are accepted by every one of these models', () => {
    for (const model of modelsFromImage()) {
      const recipes = recipesFromImage(made, image, { model, prompt: 'Another light', count: 3 })
      expect(recipes).toHaveLength(3)
      for (const { values, parentId, isPublic } of recipes) {
        const parsed = parseInput(model, values)
        expect(parsed, model.id).toMatchObject({
          ok: true,
          input: { prompt: 'Another light', image_url: image.url, num_images: 1 },
        })
        expect([parentId, isPublic]).toEqual([made.id, false])
      }
    }
  })

  it('are not offered by a model whose image is a control image', () => {
    const [kontext] = modelsFromImage().filter(({ id }) => id === 'flux-pro-kontext')
    if (!kontext) throw new Error('The catalogue has no such model')
    const image_url = file('image', { required: true, controlImage: ['edges'] })
    setModels([{ ...kontext, id: 'guided', fields: { ...kontext.fields, image_url } }], [])
    expect(modelsFromImage()).toEqual([])
    setModels(builtInModels, [])
  })

  it('are not offered by a model that makes masks', () => {
    const definition = readyDefinitions.find(({ id }) => id === 'evf-sam')
    const segmenter = buildModel(definition as Definition)
    setModels([segmenter, ...builtInModels], [])
    expect(modelsFromImage().map(({ id }) => id)).not.toContain(segmenter.id)
    setModels(builtInModels, [])
  })

  it('ask editing models for an instruction', () => {
    expect(
      new Set(modelsFromImage().map((model) => [model.generationType, isInstructed(model)].join())),
    ).toEqual(new Set(['image-to-image,false', 'image-editing,true']))
  })
})
