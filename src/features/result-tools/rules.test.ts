import { describe, expect, it } from 'vitest'
import { readyDefinitions } from '#core/models/ready/ready-definitions.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { cataloguePrices } from '#core/models/rules/price.ts'
import { chooseTools } from './rules.ts'

const ready = readyDefinitions.map((definition) => buildModel(definition as Definition))
const all = [...builtInModels, ...ready]
const address = '/media/0197a0a0-0000-7000-8000-000000000001/1.png'
const of = (medium: 'image' | 'video' | 'audio', models = all, prices = cataloguePrices) =>
  chooseTools(models, { medium, address }, prices)
const names = (choices: readonly { tool: string; model: { id: string } }[]) =>
  choices.map(({ tool, model }) => `${tool} ${model.id}`)

describe('chooseTools', () => {
  it('offers the cheapest model of each tool, and the others beside them', () => {
    const { cheapest, others } = of('image')
    expect(names(cheapest)).toEqual([
      ...['upscale esrgan', 'remove-background birefnet-v2'],
      ...['depth-map depth-anything-v2', 'pose dwpose'],
    ])
    expect(names(others)).toEqual([
      'upscale clarity-upscaler',
      'remove-background bria-background-remove',
    ])
  })

  it('offers tools for videos where a studio has added them, and none for audio', () => {
    expect(of('video', [...builtInModels])).toEqual({ cheapest: [], others: [] })
    expect(names(of('video').cheapest)).toEqual([
      'upscale flashvsr-upscale-video',
      'remove-background birefnet-v2-video',
    ])
    expect(of('audio')).toEqual({ cheapest: [], others: [] })
  })

  it('has the price that the studio charges for these values', () => {
    const prices = { percent: 100, models: { 'esrgan.2': 700 } }
    const { cheapest, others } = of('image', all, prices)
    expect(cheapest[0]).toMatchObject({
      model: { id: 'clarity-upscaler' },
      price: { credits: 200 },
    })
    expect(others[0]).toMatchObject({ model: { id: 'esrgan' }, price: { credits: 700 } })
  })

  it('fills in the file and all else, so that the model accepts it', () => {
    const choices = [of('image'), of('video')].flatMap(({ cheapest, others }) => [
      ...cheapest,
      ...others,
    ])
    expect(choices).toHaveLength(10)
    for (const { model, values } of choices) {
      expect(values[model.tool?.field ?? '']).toBe(address)
      expect(parseInput(model, values), model.id).toMatchObject({ ok: true })
    }
  })
})
