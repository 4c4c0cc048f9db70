import { expect, it } from 'vitest'
import { expectRequestsFit } from '#testing/import-of.ts'
import { fluxSchnell, imageToVideo, visionAnswers } from '#testing/replicate-models.ts'
import type { Definition } from '../rules/definition.ts'
import { compareDefinition } from './compare-definition.ts'
import { importDefinition } from './import-definition.ts'

type Model = typeof fluxSchnell

function importModel(model: Model) {
  const imported = importDefinition(model, { price: 12 })
  return { ...imported, definition: imported.definition as Definition }
}

it('makes a definition of an official model, in the order of its inputs', () => {
  const { definition, problems, unmapped } = importModel(fluxSchnell)
  expect({ problems, unmapped }).toEqual({ problems: [], unmapped: [] })
  expect(definition).toMatchObject({
    ...{ id: 'black-forest-labs-flux-schnell', kind: 'image', generation_type: 'text-to-image' },
    ...{ provider: 'replicate', untested: true, result: 'images' },
    endpoints: [{ id: 'black-forest-labs/flux-schnell' }],
    price: { unit: 'image', base: 12, quantity: 'num_outputs' },
    fields: {
      aspect_ratio: { control: 'shape', default: '1:1' },
      num_outputs: { control: 'count', max: 4 },
      seed: { control: 'seed' },
      output_format: { control: 'choice', default: 'webp' },
    },
  })
  expect(Object.keys(definition.request).slice(0, 3)).toEqual([
    ...['prompt', 'aspect_ratio', 'num_outputs'],
  ])
})

it('calls another model by its version, finds the medium in its example, and asks for no secret', () => {
  const { definition, problems, unmapped } = importModel(imageToVideo)
  expect(problems).toEqual([])
  expect(unmapped).toEqual([{ path: 'hf_token', reason: 'a form may not ask for a secret' }])
  expect(definition).toMatchObject({
    ...{ id: 'somebody-wan-i2v', kind: 'video', generation_type: 'image-to-video' },
    endpoints: [{ id: `somebody/wan-i2v:${'a'.repeat(64)}` }],
    ...{ result: 'video', seconds: 'duration' },
    fields: { image: { control: 'file', accept: 'image', required: true } },
  })
})

it('reads answers that come in pieces as a text', () => {
  const { definition, problems } = importModel(visionAnswers)
  expect(problems).toEqual([])
  expect(definition).toMatchObject({ kind: 'image-understanding', result: 'text' })
})

it.each([
  ['an image', fluxSchnell],
  ['a video', imageToVideo],
  ['an answer', visionAnswers],
])('every request for %s fits the schema of the model', (_what, model) => {
  const { definition } = importModel(model)
  const document = model.latest_version.openapi_schema
  expectRequestsFit(definition, document, { schema: 'Input', runs: 100 })
  expect(compareDefinition(definition, model)).toMatchObject({
    differences: expect.not.arrayContaining([expect.objectContaining({ isBreaking: true })]),
  })
})

it('finds the medium in the words about a model without an example', () => {
  const without = { ...imageToVideo, default_example: null }
  expect(importModel(without as unknown as Model).definition).toMatchObject({ result: 'video' })
  const silent = { ...without, name: 'thing', description: 'Does it.' }
  expect(importModel(silent as unknown as Model).problems).toEqual([
    { path: 'output', message: 'does not say which medium its files have' },
  ])
})

it.each([
  [{ owner: '..' }, 'owner'],
  [{ latest_version: {} }, 'owner'],
  [{ latest_version: { id: 'b', openapi_schema: {} } }, 'components.schemas.Input'],
])('of %j it says what is missing', (parts, path) => {
  const model = { ...imageToVideo, ...parts } as unknown as Model
  expect(importModel(model)).toMatchObject({ definition: null, problems: [{ path }] })
})
