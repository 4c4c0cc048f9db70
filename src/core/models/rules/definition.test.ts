import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import recorded from '#testing/recorded-requests.json' with { type: 'json' }
import { findModel } from './catalogue.ts'
import type { Definition } from './definition.ts'
import { chooseEndpoint } from './model.ts'
import { parseInput } from './parse-input.ts'
import { priceOf } from './price.ts'
import { readDefinition } from './read-definition.ts'

const files = globSync(path.join(import.meta.dirname, '../definitions/*.json'))
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

describe('the definitions of the catalogue', () => {
  it.each(files.map((file) => path.basename(file)))('%s is valid', (name) => {
    const file = files.find((one) => path.basename(one) === name) ?? ''
    expect(readDefinition(read(file))).toMatchObject({ ok: true })
  })
})

// Recorded when these models were code: their forms, prices and requests must not change unnoticed.
describe.each(recorded)('$id, $type', ({ id, type, fields, rows }) => {
  const model = findModel(id, type)
  if (!model) throw new Error(`There is no model ${id}`)
  const data = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

  it('has the form that was recorded', () => {
    const form = Object.entries(model.fields).map(([name, { schema: _, ...field }]) => [
      name,
      field,
    ])
    expect(data(form)).toEqual(Object.entries(fields))
  })

  it('has the prices, endpoints and requests that were recorded', () => {
    for (const row of rows) {
      const parsed = parseInput(model, row.raw)
      if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
      const { input } = parsed
      const endpoint = chooseEndpoint(model, input)
      const body = model.toProvider(input, endpoint)
      const { credits, base, quantity, surcharges } = priceOf(model, input)
      const reasons = surcharges.map(({ reason, percent }) => `${reason} ${percent}`)
      const again = parseInput(model, model.fromProvider?.(body, endpoint) ?? body)
      expect({
        raw: row.raw,
        price: [credits, base, quantity, ...reasons],
        endpoint,
        body,
        again: again.ok ? again.input : again.problems,
        pixels: model.pixels?.(input) ?? null,
        seconds: model.seconds?.(input) ?? null,
      }).toEqual(row)
    }
  })
})

describe('a definition is rejected with its path', () => {
  const valid = read(
    path.join(import.meta.dirname, '../definitions/wan-v2-2-5b.json'),
  ) as Definition
  const image = read(
    path.join(import.meta.dirname, '../definitions/flux-schnell.json'),
  ) as Definition
  const segments = read(path.join(import.meta.dirname, '../ready/evf-sam.json')) as Definition
  const noWords = { image_url: segments.fields.image_url }
  const field = (changes: object) => ({ ...valid.fields, ...changes })

  it.each<[string, unknown, string]>([
    ['an unknown key', { ...valid, script: 'alert(1)' }, ''],
    ...(
      [
        ['a control image that is a video', { accept: 'video', control_image: ['edges'] }, ''],
        ['a control image of no kind', { accept: 'image', control_image: [] }, ''],
        ['an unknown kind of control image', { accept: 'image', control_image: ['normal'] }, '.0'],
        ['a kind twice', { accept: 'image', control_image: ['pose', 'pose'] }, ''],
        [
          'a mask as a control image',
          { accept: 'image', control_image: ['edges'], mask_of: 'image_url' },
          '',
        ],
      ] as const
    ).map(([name, changes, at]): [string, unknown, string] => [
      name,
      { ...valid, fields: field({ image_url: { control: 'file', ...changes } }) },
      `fields.image_url.control_image${at}`,
    ]),
    ['no price', { ...valid, price: undefined }, 'price'],
    ['a tool that needs more than a file', { ...image, tool: 'upscale' }, 'tool'],
    ['a mask of words alone', { ...image, makes: 'mask' }, 'makes'],
    ['a mask without words', { ...segments, fields: noWords, request: {} }, 'makes'],
    ['a mask that is a video', { ...segments, result: 'video' }, 'makes'],
    ['a price of 0', { ...valid, price: { unit: 'job', base: 0 } }, 'price.base'],
    ['a negative price', { ...valid, price: { unit: 'job', base: { any: -1 } } }, 'price.base.any'],
    [
      'a value without a price',
      { ...valid, price: { ...valid.price, base: { '580p': 300 } } },
      'price.base.720p',
    ],
    [
      'a price by a field that is a free text',
      { ...valid, price: { ...valid.price, tier: 'prompt' } },
      'price.tier',
    ],
    [
      'a quantity that a request may set to 0',
      {
        ...image,
        fields: {
          ...image.fields,
          num_images: { control: 'integer', min: 0, max: 4, default: 1 },
        },
      },
      'price.quantity',
    ],
    ['an unknown tier', { ...valid, price: { ...valid.price, tier: 'size' } }, 'price.tier'],
    ['markup in a name', { ...valid, name: '<b>Wan</b>' }, 'name'],
    [
      'markup in a label',
      {
        ...valid,
        fields: field({ fun: { control: 'switch', default: true, label: { en: '<i>' } } }),
      },
      'fields.fun.label.en',
    ],
    [
      'a field without label',
      { ...valid, fields: field({ fun: { control: 'switch', default: true } }) },
      'fields.fun.label',
    ],
    [
      'too many fields',
      {
        ...valid,
        fields: Object.fromEntries(
          Array.from({ length: 10_000 }, (_, n) => [
            `f${n}`,
            { control: 'switch', default: true, label: { en: 'F' } },
          ]),
        ),
      },
      'fields',
    ],
    [
      'a default that is no option',
      {
        ...valid,
        fields: field({ resolution: { control: 'choice', options: ['a', 'b'], default: 'c' } }),
      },
      'fields.resolution.default',
    ],
    [
      'a default outside its limits',
      { ...valid, fields: field({ shift: { control: 'decimal', min: 1, max: 2, default: 3 } }) },
      'fields.shift.default',
    ],
    [
      'limits in the wrong order',
      { ...valid, fields: field({ shift: { control: 'decimal', min: 3, max: 2, default: 3 } }) },
      'fields.shift.max',
    ],
    [
      'a request from an unknown field',
      { ...valid, request: { prompt: { from: 'words' } } },
      'request.prompt.from',
    ],
    [
      'a condition on an unknown field',
      { ...valid, endpoints: [{ id: 'a/b', when: { field: 'x', filled: true } }, { id: 'a/b/c' }] },
      'endpoints.0.when.field',
    ],
    [
      'an endpoint that is never chosen',
      { ...valid, endpoints: [{ id: 'a/b' }, { id: 'a/b/c' }] },
      'endpoints.0.when',
    ],
    [
      'no endpoint for the rest',
      { ...valid, endpoints: [{ id: 'a/b', when: { field: 'image_url', filled: true } }] },
      'endpoints.0.when',
    ],
    [
      'an address as endpoint',
      { ...valid, endpoints: [{ id: 'http://10.0.0.1/x' }] },
      'endpoints.0.id',
    ],
    ['a path as endpoint', { ...valid, endpoints: [{ id: '../../etc/passwd' }] }, 'endpoints.0.id'],
    ['a result that its kind does not have', { ...valid, result: 'text' }, 'result'],
    [
      'a name that create requests use',
      { ...valid, fields: field({ model: { control: 'seed', label: { en: 'M' } } }) },
      'fields.model',
    ],
    [
      'a text that cannot be long enough',
      { ...valid, fields: field({ prompt: { control: 'text', min_length: 9, max_length: 8 } }) },
      'fields.prompt.max_length',
    ],
    [
      'a default that is no multiple',
      {
        ...valid,
        fields: field({
          shift: { control: 'integer', min: 8, max: 16, default: 9, multiple_of: 8 },
        }),
      },
      'fields.shift.default',
    ],
    [
      'a quantity that may be empty',
      {
        ...image,
        fields: { ...image.fields, num_images: { control: 'integer', min: 1, max: 4 } },
      },
      'price.quantity',
    ],
    [
      'fewer files than are needed',
      { ...valid, fields: field({ image: { control: 'files', accept: 'image', min: 3, max: 2 } }) },
      'fields.image.max',
    ],
    [
      'lines of a number',
      { ...valid, request: { shift: { from: 'shift', as: 'lines' } } },
      'request.shift.as',
    ],
    [
      'a key inside another',
      { ...valid, request: { a: { constant: 1 }, 'a.b': { constant: 2 } } },
      'request.a.b',
    ],
    [
      'a key that every object has',
      { ...valid, request: { 'a.constructor.prototype': { constant: 1 } } },
      'request.a.constructor.prototype',
    ],
    ['no prompt field', { ...valid, prompt_field: 'words' }, 'prompt_field'],
  ])('%s', (_, definition, at) => {
    const found = readDefinition(definition)
    expect(found.ok).toBe(false)
    expect(found.ok ? [] : found.problems.map((problem) => problem.path)).toContain(at)
  })
})
