import { expect, it } from 'vitest'
import { expectRequestsFit } from '#testing/import-of.ts'
import { waveSpeedModels } from '#testing/wavespeed-models.ts'
import type { Definition } from '../rules/definition.ts'
import { importDefinition } from './import-definition.ts'

const [flux, video] = waveSpeedModels

function importModel(model: unknown) {
  const imported = importDefinition(model, { price: 12 })
  return { ...imported, definition: imported.definition as Definition }
}

it('makes a definition of a model, in its order, without the modes of an answer', () => {
  const { definition, problems, unmapped } = importModel(flux)
  expect({ problems, unmapped }).toEqual({ problems: [], unmapped: [] })
  expect(definition).toMatchObject({
    ...{ id: 'wavespeed-ai-flux-dev', kind: 'image', generation_type: 'text-to-image' },
    provider: 'wavespeed',
    endpoints: [{ id: 'wavespeed-ai/flux-dev' }],
    price: { unit: 'image', quantity: 'num_images' },
    fields: { size: { default: '1024*1024' }, seed: { control: 'seed' } },
  })
  expect(Object.keys(definition.request)).toEqual(['prompt', 'size', 'num_images', 'seed'])
})

it('finds in the words what a model makes whose type does not say it', () => {
  const { definition, problems } = importModel(video)
  expect(problems).toEqual([])
  expect(definition).toMatchObject({
    ...{ kind: 'video', generation_type: 'image-to-video', result: 'video', seconds: 'duration' },
    fields: {
      image: { control: 'file', accept: 'image', required: true },
      reference_images: { control: 'files', accept: 'image', max: 3 },
      voice: { control: 'text' },
    },
  })
  const silent = { ...video, model_id: 'a/b', description: 'Does it.' }
  expect(importModel(silent).problems).toMatchObject([{ path: 'type' }])
})

it.each([flux, video])('every request for $model_id fits its schema', (model) => {
  const { definition } = importModel(model)
  const Input = model?.api_schema.api_schemas[0]?.request_schema
  const document = { components: { schemas: { Input } } }
  expectRequestsFit(definition, document, { schema: 'Input', runs: 100 })
})

it.each([
  [{ model_id: '../x' }, 'model_id'],
  [{ api_schema: { api_schemas: [] } }, 'request_schema'],
])('of %j it says what is missing', (parts, path) => {
  expect(importModel({ ...flux, ...parts })).toMatchObject({
    ...{ definition: null, problems: [{ path }] },
  })
})
