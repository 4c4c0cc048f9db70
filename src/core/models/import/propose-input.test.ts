import { describe, expect, it } from 'vitest'
import { expectRequestsFit, importOf } from '#testing/import-of.ts'
import { buildModel } from '../rules/build-model.ts'
import { parseInput } from '../rules/parse-input.ts'

const prompt = { type: 'string', title: 'Prompt' }

/** Imports one input beside a prompt, and checks that all its requests fit its schema. */
function importInput(
  name: string,
  schema: unknown,
  { isRequired = false, schemas = {} }: { isRequired?: boolean; schemas?: object } = {},
) {
  const required = isRequired ? ['prompt', name] : ['prompt']
  const { document, definition, problems, unmapped } = importOf({
    properties: { prompt, [name]: schema },
    required,
    schemas: { ...schemas },
  })
  expect(problems).toEqual([])
  expectRequestsFit(definition, document, { schema: 'Input', runs: 40 })
  const { prompt: _, ...fields } = definition.fields
  return { fields, request: definition.request, unmapped }
}

describe('an input becomes a field', () => {
  it.each<[string, string, unknown, object]>([
    [
      'a number with limits',
      'cfg',
      { type: 'number', minimum: 1, maximum: 9, default: 4 },
      { control: 'decimal', min: 1, max: 9, default: 4 },
    ],
    [
      'a range from its description',
      'cfg',
      { type: 'number', default: 4, description: 'Between 2 and 8.' },
      { min: 2, max: 8 },
    ],
    [
      'an excluded limit',
      'n_steps',
      { type: 'integer', exclusiveMinimum: 0, maximum: 9, default: 3 },
      { min: 1, max: 9 },
    ],
    [
      'a number without a default',
      'cfg',
      { anyOf: [{ type: 'number', minimum: 0, maximum: 1 }, { type: 'null' }] },
      { control: 'decimal' },
    ],
    [
      'a multiple',
      'width',
      { type: 'integer', multipleOf: 32, minimum: 100, maximum: 999, default: 512 },
      { control: 'integer', min: 128, max: 992, multiple_of: 32 },
    ],
    [
      'a decimal multiple',
      'grain',
      { type: 'number', multipleOf: 0.25, minimum: 0, maximum: 1, default: 0.5 },
      { control: 'choice', options: ['0', '0.25', '0.5', '0.75', '1'] },
    ],
    [
      'numbers as options',
      'fps',
      { type: 'integer', enum: [25, 50], default: 25 },
      { control: 'choice', options: ['25', '50'], default: '25' },
    ],
    [
      'options with null',
      'style',
      { anyOf: [{ enum: ['a', 'b'], type: 'string' }, { type: 'null' }] },
      { options: ['default', 'a', 'b'] },
    ],
    [
      'a list of types',
      'style',
      { type: ['string', 'null'], enum: ['a', 'b', null] },
      { options: ['default', 'a', 'b'] },
    ],
    [
      'an empty option',
      'style',
      { type: 'string', enum: ['', 'bold'], default: '' },
      { options: ['none', 'bold'], default: 'none' },
    ],
    [
      'one option',
      'mode',
      { type: 'string', enum: ['fast'], default: 'fast' },
      { control: 'fixed', value: 'fast' },
    ],
    [
      'a constant',
      'mode',
      { const: '8s', default: '8s', type: 'string' },
      { control: 'fixed', value: '8s' },
    ],
    ['a boolean', 'raw', { type: 'boolean', default: true }, { control: 'switch', default: true }],
    [
      'a boolean enumeration',
      'raw',
      { type: 'boolean', enum: [true, false] },
      { control: 'switch' },
    ],
    [
      'a number or a word',
      'bpm',
      { anyOf: [{ type: 'integer' }, { const: 'auto', type: 'string' }], default: 'auto' },
      { control: 'integer' },
    ],
    [
      'a small seed',
      'seed',
      { type: 'integer', minimum: 0, maximum: 65_535 },
      { control: 'seed', max: 65_535 },
    ],
    [
      'a seed of another name',
      'noise_seed',
      { type: 'integer' },
      { control: 'seed', max: Number.MAX_SAFE_INTEGER },
    ],
    [
      'a list of texts',
      'tags',
      { type: 'array', items: { type: 'string', maxLength: 9 }, maxItems: 2 },
      { control: 'text', max_lines: 2, max_length: 9 },
    ],
    [
      'an image',
      'image_url',
      { type: 'string', maxLength: 2083 },
      { control: 'file', accept: 'image' },
    ],
    [
      'a video by its name',
      'mask_video_url',
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      { control: 'file', accept: 'video' },
    ],
    [
      'audio by its example',
      'reference_url',
      { type: 'string', examples: ['https://x.example/a.mp3?x=1'] },
      { control: 'file', accept: 'audio' },
    ],
    [
      'images',
      'image_urls',
      { type: 'array', items: { type: 'string' }, maxItems: 4 },
      { control: 'files', accept: 'image', max: 4 },
    ],
    [
      'a named size',
      'image_size',
      {
        anyOf: [
          { $ref: '#/components/schemas/Size' },
          { enum: ['square', 'square_hd'], type: 'string' },
        ],
        default: { width: 1024, height: 1024 },
      },
      { control: 'shape', default: 'square_hd' },
    ],
    [
      'merged parts',
      'cfg',
      {
        allOf: [
          { type: 'number', minimum: 1 },
          { maximum: 3, minimum: 0, type: 'number' },
        ],
        default: 2,
      },
      { control: 'decimal', min: 1, max: 3 },
    ],
  ])('%s', (_, name, schema, expected) => {
    const size = {
      type: 'object',
      properties: { width: { type: 'integer' }, height: { type: 'integer' } },
    }
    const { fields } = importInput(name, schema, { schemas: { Size: size } })
    expect(Object.keys(fields)).toHaveLength(1)
    expect(Object.values(fields)[0]).toMatchObject(expected)
  })

  it('a number without a default may be empty, and is not sent', () => {
    const { definition } = importOf({ properties: { prompt, cfg: { type: 'number' } } })
    const model = buildModel(definition)
    const parsed = parseInput(model, { prompt: 'a fox' })
    expect(definition.fields.cfg).not.toHaveProperty('default')
    expect(parsed.ok && model.toProvider(parsed.input)).toEqual({ prompt: 'a fox' })
  })

  it('the parts of an object become fields of their own', () => {
    const setting = {
      type: 'object',
      properties: {
        voice_id: { type: 'string', minLength: 1 },
        speed: { type: 'number', default: 1, maximum: 2, minimum: 0.5 },
      },
    }
    const { fields, request } = importInput(
      'voice_setting',
      {
        $ref: '#/components/schemas/Setting',
        default: { voice_id: 'Ada', speed: 1.5 },
      },
      { schemas: { Setting: setting } },
    )
    expect(fields).toMatchObject({
      voice_setting_voice_id: { control: 'text', default: 'Ada' },
      voice_setting_speed: { control: 'decimal', default: 1.5 },
    })
    expect(request['voice_setting.speed']).toEqual({ from: 'voice_setting_speed' })
  })

  it('of a required list of objects the form has the first one', () => {
    const block = {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string' }, voice: { type: 'string' } },
    }
    const { fields, unmapped } = importInput(
      'inputs',
      { type: 'array', items: block },
      { isRequired: true },
    )
    expect(fields).toMatchObject({
      inputs_text: { required: true },
      inputs_voice: { control: 'text' },
    })
    expect(unmapped).toEqual([{ path: 'inputs', reason: 'only the first 1 of a list of objects' }])
  })

  it('an object that must be there has one part that is always sent', () => {
    const speaker = {
      type: 'object',
      properties: { preset: { anyOf: [{ enum: ['a', 'b'], type: 'string' }, { type: 'null' }] } },
    }
    const { fields } = importInput(
      'speakers',
      { type: 'array', items: speaker },
      { isRequired: true },
    )
    expect(fields).toMatchObject({ speakers_preset: { options: ['a', 'b'] } })
  })

  it('a required list has at least one file', () => {
    const schema = { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 3 }
    const { fields } = importInput('image_urls', schema, { isRequired: true })
    expect(fields).toMatchObject({ image_urls: { control: 'files', min: 2, max: 3 } })
  })

  it('required weights are asked for by their address', () => {
    const { fields } = importInput('model_url', { type: 'string' }, { isRequired: true })
    expect(fields).toMatchObject({ model_url: { control: 'text', required: true } })
  })

  it('a name that create requests use is another one in the form', () => {
    const { request } = importInput('model', { type: 'string', enum: ['a', 'b'], default: 'a' })
    expect(request.model).toEqual({ from: 'model_name' })
  })

  it('names of every object stay names', () => {
    const { unmapped } = importInput('constructor', { type: 'string' })
    expect(unmapped).toEqual([
      { path: 'constructor', reason: 'its name cannot be a key of a request' },
    ])
  })
})

describe('an input is left out and listed', () => {
  it.each<[string, string, unknown]>([
    [
      'a list of objects',
      'loras',
      { type: 'array', items: { type: 'object', properties: { path: { type: 'string' } } } },
    ],
    ['a text of a certain form', 'color', { type: 'string', pattern: '^#[0-9a-f]{6}$' }],
    ['a catastrophic pattern', 'words', { type: 'string', pattern: '^(a+)+$' }],
    ['an object without parts', 'extra', { type: 'object', additionalProperties: true }],
    ['a missing reference', 'other', { $ref: '#/components/schemas/Nothing' }],
    ['a reference elsewhere', 'other', { $ref: 'https://elsewhere.example/schema.json' }],
    ['an unknown type', 'other', { type: 'tuple' }],
    ['weights', 'lora_url', { type: 'string' }],
    ['a webhook', 'webhook_url', { type: 'string' }],
    ['a range without numbers', 'cfg', { type: 'number', minimum: 3, maximum: 1 }],
  ])('%s', (_, name, schema) => {
    const { definition, problems, unmapped } = importOf({ properties: { prompt, [name]: schema } })
    expect(problems).toEqual([])
    expect(Object.keys(definition.fields)).toEqual(['prompt'])
    expect(unmapped).toEqual([{ path: name, reason: expect.stringMatching(/\w/) }])
  })

  it('and is a problem where it is required', () => {
    const properties = { prompt, color: { type: 'string', pattern: '^#[0-9a-f]{6}$' } }
    const { problems } = importOf({ properties, required: ['prompt', 'color'] })
    expect(problems).toEqual([
      { path: 'input.color', message: 'is required, and its text must have a certain form' },
    ])
  })

  it('a secret is never asked for', () => {
    const properties = { prompt, openai_api_key: { type: 'string' } }
    const { definition, problems } = importOf({ properties, required: ['openai_api_key'] })
    expect(definition.fields).not.toHaveProperty('openai_api_key')
    expect(problems).toMatchObject([{ path: 'input.openai_api_key' }])
  })
})
