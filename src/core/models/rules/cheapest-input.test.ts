import { describe, expect, it } from 'vitest'
import { falDocuments } from '#testing/fal-documents.ts'
import { importDefinition } from '../import/import-definition.ts'
import { readyDefinitions } from '../ready/ready-definitions.ts'
import { buildModel } from './build-model.ts'
import { builtInModels } from './catalogue.ts'
import { cheapestInput, singleChanges } from './cheapest-input.ts'
import type { Definition } from './definition.ts'
import type { Model } from './model.ts'
import { parseInput } from './parse-input.ts'
import { priceOf } from './price.ts'

const sample = (accept: string) => `https://files.example/${accept}`

const models: Model[] = [
  ...builtInModels,
  ...readyDefinitions.map((definition) => buildModel(definition as Definition)),
  ...falDocuments().map(({ document }) =>
    buildModel(importDefinition(document, { price: 40 }).definition as Definition),
  ),
]

describe.each(models)('$generationType $id', (model) => {
  it('accepts its cheapest input, of which no choice has a cheaper option', () => {
    const { input, credits } = cheapestInput(model, sample)
    expect(parseInput(model, input)).toEqual({ ok: true, input })
    expect(credits).toBe(priceOf(model, input).credits)
    const cheaper = [...singleChanges(model, input)].filter((changed) => {
      const parsed = parseInput(model, changed)
      return parsed.ok && priceOf(model, parsed.input).credits < credits
    })
    expect(cheaper).toEqual([])
  })
})

const schnell = builtInModels.find(({ id }) => id === 'flux-schnell') as Model

it('has one image of the cheapest size', () => {
  const { input, credits } = cheapestInput(schnell, sample)
  expect(input).toMatchObject({ image_size: 'square', num_images: 1 })
  expect(credits).toBe(8)
})

it('follows the prices of an operator', () => {
  const prices = { percent: 100, models: { 'flux-schnell.square_hd': 3 } }
  const { input, credits } = cheapestInput(schnell, sample, prices)
  expect([input.image_size, credits]).toEqual(['square_hd', 3])
})

it('gives a text the length that it must have', () => {
  const { fields, ...flux } = readyDefinitions.find(({ id }) => id === 'flux-2') as Definition
  const prompt = { ...fields.prompt, min_length: 120 } as Definition['fields'][string]
  const { input } = cheapestInput(buildModel({ ...flux, fields: { ...fields, prompt } }), sample)
  expect(String(input.prompt).length).toBeGreaterThanOrEqual(120)
})

it('throws for a model without any input that it accepts', () => {
  const check = () => [{ field: 'prompt', problem: 'wrong_form' as const }]
  expect(() => cheapestInput({ ...schnell, check }, sample)).toThrow('flux-schnell')
})
