import { describe, expect, it } from 'vitest'
import { readyDefinitions } from '#core/models/ready/ready-definitions.ts'
import { buildModel } from '#core/models/rules/build-model.ts'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import type { Definition } from '#core/models/rules/definition.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { parseInput } from '#core/models/rules/parse-input.ts'
import { cataloguePrices } from '#core/models/rules/price.ts'
import { chooseHelp, shotsOf } from './rules.ts'

const ready = readyDefinitions.map((definition) => buildModel(definition as Definition))
const all = [...builtInModels, ...ready]
const image = '/media/0197a0a0-0000-7000-8000-000000000001/1.png'
const help = (kind: Kind, prompt: string, from?: string, models = all, prices = cataloguePrices) =>
  chooseHelp(models, { kind, prompt, image: from }, prices)
const tasks = (kind: Kind, prompt: string, from?: string) =>
  help(kind, prompt, from).map(({ task }) => task)

describe('chooseHelp', () => {
  it('offers what suits the prompt and the kind', () => {
    expect(tasks('image', 'a fox')).toEqual(['improve', 'translate-en', 'translate-zh'])
    expect(tasks('video', 'a fox')).toContain('shots')
    expect(tasks('image', '一只狐狸')).toEqual(['improve', 'translate-en'])
    expect(tasks('speech', 'Good morning.')).toEqual(['translate-en', 'translate-zh'])
  })

  it('describes an image of the form, also without a prompt', () => {
    expect(tasks('image-editing', ' ', image)).toEqual(['describe'])
    expect(help('image-editing', ' ', image)[0]?.values).toMatchObject({
      ...{ task: 'describe', image_url: image },
      prompt: expect.stringMatching(/\S/),
    })
    expect(tasks('image', '')).toEqual([])
  })

  it('sends the image for its description alone', () => {
    const [improve] = help('image-editing', 'make it night', image)
    expect(improve).toMatchObject({ task: 'improve', values: { prompt: 'make it night' } })
    expect(improve?.values.image_url).toBeFalsy()
  })

  it('makes a valid request of every choice', () => {
    const choices = help('video', 'a fox', image)
    expect(choices).toHaveLength(5)
    for (const { model, values } of choices)
      expect(parseInput(model, values), model.id).toMatchObject({ ok: true })
  })

  it('takes the cheapest model that has the task, at the price of the studio', () => {
    const dearer = { percent: 100, models: { 'gemini-2.5-flash': 9 } }
    expect(help('image', 'a fox', undefined, all, dearer)[0]).toMatchObject({
      model: { id: 'gpt-5-mini' },
      price: { credits: 2 },
    })
    expect(help('image', 'a fox')[0]?.model.id).toBe('gemini-2.5-flash')
  })

  it('offers nothing without a model of texts', () => {
    const others = builtInModels.filter(({ kind }) => kind !== 'text')
    expect(help('image', 'a fox', image, others)).toEqual([])
  })
})

describe('shotsOf', () => {
  it('reads one shot a line, without numbers and bullets', () => {
    expect(shotsOf('1. A fox.\n\n- It runs.\n3) It rests.\nShot 4: Night.\n5、黎明')).toEqual([
      ...['A fox.', 'It runs.', 'It rests.', 'Night.', '黎明'],
    ])
  })

  it('keeps numbers that belong to the shot', () => {
    expect(shotsOf('35mm film, a fox\n3 foxes run\n1920s street')).toEqual([
      ...['35mm film, a fox', '3 foxes run', '1920s street'],
    ])
    expect(shotsOf(' \n ')).toEqual([])
  })
})
