import { describe, expect, it } from 'vitest'
import { type DocumentParts, endpointDocument } from '#testing/endpoint-document.ts'
import { importOf } from '#testing/import-of.ts'
import type { Definition } from '../rules/definition.ts'
import { compareDefinition, type Difference, mergeDifferences } from './compare-definition.ts'

const properties = {
  prompt: { type: 'string', maxLength: 500 },
  steps: { type: 'integer', minimum: 1, maximum: 50, default: 28 },
  style: { enum: ['photo', 'drawing'], type: 'string', default: 'photo' },
  safe: { type: 'boolean', default: true },
  image_url: { type: 'string' },
  reference_urls: { type: 'array', items: { type: 'string' }, maxItems: 4 },
  voice: {
    type: 'object',
    properties: { speed: { type: 'number', minimum: 0.5, maximum: 2, default: 1 } },
  },
}

/** The differences after the provider has changed its document in these parts. */
function differencesAfter(
  changed: Record<string, unknown>,
  more: Omit<DocumentParts, 'properties'> = {},
): Difference[] {
  const { definition } = importOf({ properties })
  const left = Object.entries({ ...properties, ...changed }).filter(([, node]) => node !== null)
  const document = endpointDocument({ properties: Object.fromEntries(left), ...more })
  const comparison = compareDefinition(definition, document)
  if ('problem' in comparison) throw new Error(comparison.problem)
  return comparison.differences
}

it('finds no difference from the document of the import', () => {
  expect(differencesAfter({})).toEqual([])
})

describe('a changed document', () => {
  const steps = properties.steps
  it.each<[string, Record<string, unknown>, Difference]>([
    [
      'a new input',
      { lora: { type: 'string' } },
      { path: 'lora', change: 'input_added', theirs: 'string', isBreaking: false },
    ],
    [
      'a new part of an object',
      { voice: { properties: { ...properties.voice.properties, pitch: { type: 'integer' } } } },
      { path: 'voice.pitch', change: 'input_added', theirs: 'integer', isBreaking: false },
    ],
    [
      'an input less',
      { style: null },
      { path: 'style', change: 'input_removed', isBreaking: true },
    ],
    [
      'a part of an object less',
      { voice: { type: 'object', properties: {} } },
      { path: 'voice.speed', change: 'input_removed', isBreaking: true },
    ],
    [
      'another type',
      { steps: { type: 'string' } },
      { path: 'steps', change: 'type', ours: 'integer', theirs: 'string', isBreaking: true },
    ],
    [
      'a list in place of a text',
      { image_url: { type: 'array', items: { type: 'string' } } },
      { path: 'image_url', change: 'type', ours: 'string', theirs: 'array', isBreaking: true },
    ],
    [
      'an option less',
      { style: { ...properties.style, enum: ['photo'] } },
      { path: 'style', change: 'options_removed', ours: ['drawing'], isBreaking: true },
    ],
    [
      'an option more',
      { style: { ...properties.style, enum: ['photo', 'drawing', 'oil'] } },
      { path: 'style', change: 'options_added', theirs: ['oil'], isBreaking: false },
    ],
    [
      'a narrower range',
      { steps: { ...steps, maximum: 30 } },
      {
        ...{ path: 'steps', change: 'range_narrowed', isBreaking: true },
        ...{ ours: { min: 1, max: 50 }, theirs: { min: 1, max: 30 } },
      },
    ],
    [
      'a wider range',
      { steps: { ...steps, maximum: 100 } },
      {
        ...{ path: 'steps', change: 'range_widened', isBreaking: false },
        ...{ ours: { min: 1, max: 50 }, theirs: { min: 1, max: 100 } },
      },
    ],
    [
      'a shorter text',
      { prompt: { type: 'string', maxLength: 300 } },
      {
        ...{ path: 'prompt', change: 'range_narrowed', isBreaking: true },
        ...{ ours: { min: 1, max: 500 }, theirs: { min: undefined, max: 300 } },
      },
    ],
    [
      'fewer files',
      { reference_urls: { ...properties.reference_urls, maxItems: 2 } },
      {
        ...{ path: 'reference_urls', change: 'range_narrowed', isBreaking: true },
        ...{ ours: { min: 1, max: 4 }, theirs: { min: undefined, max: 2 } },
      },
    ],
    [
      'another default',
      { steps: { ...steps, default: 20 } },
      { path: 'steps', change: 'default', ours: 28, theirs: 20, isBreaking: false },
    ],
  ])('has %s', (_, changed, difference) => {
    expect(differencesAfter(changed)).toEqual([difference])
  })

  it('requires an input that may be missing, and one that is new', () => {
    const lora = { type: 'string' }
    expect(differencesAfter({ lora }, { required: ['prompt', 'image_url', 'lora'] })).toEqual([
      { path: 'image_url', change: 'required', isBreaking: true },
      { path: 'lora', change: 'input_added', theirs: 'string', isBreaking: true },
    ])
  })

  it('no longer requires the prompt', () => {
    expect(differencesAfter({}, { required: [] })).toEqual([
      { path: 'prompt', change: 'optional', isBreaking: false },
    ])
  })

  it('does not require more of what is always sent', () => {
    expect(differencesAfter({}, { required: ['prompt', 'steps', 'safe', 'style'] })).toEqual([])
  })
})

describe('the request', () => {
  const model = (request: Definition['request']) =>
    ({ ...importOf({ properties }).definition, request }) as Definition
  const compare = (request: Definition['request']) => {
    const comparison = compareDefinition(
      model(request),
      endpointDocument({ properties, required: [] }),
    )
    return 'differences' in comparison
      ? comparison.differences.filter(({ change }) => !/added|optional/.test(change))
      : comparison
  }

  it('maps renamed fields and values', () => {
    expect(compare({ style: { from: 'style', values: { drawing: 'sketch' } } })).toEqual([
      { path: 'style', change: 'options_removed', ours: ['sketch'], isBreaking: true },
    ])
    expect(compare({ prompt: { from: 'prompt', as: 'list' } })).toMatchObject([
      { path: 'prompt', change: 'type', ours: 'list of string', theirs: 'string' },
    ])
    expect(compare({ steps: { from: 'steps', as: 'string' } })).toMatchObject([
      { path: 'steps', change: 'type', ours: 'string', theirs: 'integer' },
    ])
  })

  it('of constants sends what the document accepts', () => {
    expect(compare({ style: { constant: 'photo' }, safe: { constant: false } })).toEqual([])
    expect(compare({ style: { constant: 'oil' }, steps: { constant: 99 } })).toMatchObject([
      { path: 'style', change: 'options_removed', ours: ['oil'] },
      { path: 'steps', change: 'range_narrowed' },
    ])
  })

  it('of several rules sends the values of all', () => {
    const when = { field: 'safe', in: [true] }
    const rules = [{ constant: 'photo', when }, { constant: 'oil' }]
    expect(compare({ style: rules })).toEqual([
      { path: 'style', change: 'options_removed', ours: ['oil'], isBreaking: true },
    ])
  })
})

it('of several endpoints misses an input only where no document has it', () => {
  const removed = (path: string): Difference => ({
    path,
    change: 'input_removed',
    isBreaking: true,
  })
  const added: Difference = { path: 'c', change: 'input_added', isBreaking: false }
  expect(
    mergeDifferences([
      [removed('a'), removed('b')],
      [removed('b'), added],
    ]),
  ).toEqual([removed('b'), added])
})

it.each([null, {}, { paths: { '/a/b': {} } }])(
  'reports a document that is none: %j',
  (document) => {
    const { definition } = importOf({ properties })
    expect(compareDefinition(definition, document)).toEqual({ problem: expect.any(String) })
  },
)
