import { describe, expect, it } from 'vitest'
import { type DocumentParts, endpointDocument } from '#testing/endpoint-document.ts'
import { importOf } from '#testing/import-of.ts'
import { importDefinition } from './import-definition.ts'

const prompt = { type: 'string', title: 'Prompt' }

describe('the price', () => {
  it('is never guessed', () => {
    const { definition, problems } = importDefinition(endpointDocument({ properties: { prompt } }))
    expect(definition).not.toHaveProperty('price')
    expect(problems).toEqual([{ path: 'price', message: 'price missing' }])
  })

  it.each([0, -1, 0.5, Number.NaN])('of %s is a problem', (price) => {
    const { problems } = importDefinition(endpointDocument({ properties: { prompt } }), { price })
    expect(problems).toMatchObject([{ path: 'price.base' }])
  })

  it('is that of one image, as many as are made', () => {
    const count = { type: 'integer', minimum: 1, maximum: 6, default: 1 }
    const { definition, unmapped } = importOf({
      properties: { prompt, num_images: count, max_images: count },
    })
    expect(definition.price).toEqual({ unit: 'image', base: 40, quantity: 'num_images' })
    expect(definition.request.max_images).toEqual({ constant: 1 })
    expect(unmapped).toMatchObject([{ path: 'max_images' }])
  })
})

describe('the kind', () => {
  const video = { video: { $ref: '#/components/schemas/File' } }
  const audio = { audio_file: { $ref: '#/components/schemas/File' } }
  const mesh = { model_mesh: { $ref: '#/components/schemas/File' } }
  const url = { type: 'string' }
  it.each<[string, DocumentParts, string, string]>([
    ['image', { properties: { prompt } }, 'text-to-image', 'images'],
    [
      'image-editing',
      { properties: { prompt, image_url: url }, required: ['image_url'] },
      'image-editing',
      'images',
    ],
    ['video', { properties: { prompt }, output: video }, 'text-to-video', 'video'],
    [
      'video',
      { properties: { prompt, image_url: url }, required: ['image_url'], output: video },
      'image-to-video',
      'video',
    ],
    [
      'video',
      { properties: { video_url: url }, required: ['video_url'], output: video },
      'video-to-video',
      'video',
    ],
    [
      'video',
      {
        properties: { start_image_url: url, tail_image_url: url },
        required: ['start_image_url', 'tail_image_url'],
        output: video,
      },
      'first-to-last-frame',
      'video',
    ],
    ...[
      { video_url: url, audio_url: url },
      { image_url: url, audio_url: url, prompt },
      { ref_image_url: url, first_audio_url: url, second_audio_url: url },
    ].map((properties): [string, DocumentParts, string, string] => [
      'video',
      { properties, required: Object.keys(properties), output: video },
      'lip-sync',
      'video',
    ]),
    [
      'video',
      {
        properties: { prompt, image_url: url, audio_url: url },
        required: ['prompt', 'image_url'],
        output: video,
      },
      'image-to-video',
      'video',
    ],
    [
      'video',
      {
        endpoint: 'fal-ai/ffmpeg-api/merge-audio-video',
        properties: { video_url: url, audio_url: url },
        required: ['video_url', 'audio_url'],
        output: video,
      },
      'video-to-video',
      'video',
    ],
    [
      'audio',
      { properties: { video_url: url }, required: ['video_url'], output: audio },
      'video-to-audio',
      'audio',
    ],
    [
      'image-understanding',
      {
        properties: { prompt, image_url: url },
        required: ['image_url'],
        output: { output: { type: 'string' } },
      },
      'image-understanding',
      'text',
    ],
    [
      'text',
      {
        properties: { prompt, system_prompt: { type: 'string' } },
        required: ['prompt'],
        output: { output: { type: 'string' } },
      },
      'text-to-text',
      'text',
    ],
    [
      'audio',
      { properties: { prompt, audio_url: url }, required: ['audio_url'], output: audio },
      'audio-to-audio',
      'audio',
    ],
    [
      'transcription',
      {
        properties: { audio_url: url, language: { type: 'string' } },
        required: ['audio_url'],
        output: { text: { type: 'string' }, chunks: { type: 'array', items: { type: 'object' } } },
      },
      'speech-to-text',
      'text',
    ],
    [
      '3d',
      {
        properties: { prompt, image_url: url },
        required: ['image_url'],
        output: { ...mesh, rendered_image: { $ref: '#/components/schemas/File' } },
      },
      'image-to-3d',
      'mesh',
    ],
    ['3d', { properties: { prompt }, required: ['prompt'], output: mesh }, 'text-to-3d', 'mesh'],
    [
      '3d',
      {
        properties: { input_image_urls: { type: 'array', items: url }, prompt },
        required: [],
        output: { model_urls: { type: 'object', properties: { glb: { type: 'object' } } } },
      },
      'image-to-3d',
      'mesh',
    ],
  ])('is %s', (kind, parts, generationType, result) => {
    const { definition, problems } = importOf(parts)
    expect(problems).toEqual([])
    expect(definition).toMatchObject({ kind, generation_type: generationType, result })
  })

  it.each<[string, DocumentParts]>([
    [
      'a mesh of a video',
      { properties: { video_url: url }, required: ['video_url'], output: mesh },
    ],
    [
      'audio of an image',
      { properties: { image_url: url }, required: ['image_url'], output: audio },
    ],
    [
      'a text that answers a question about a recording',
      {
        properties: { prompt, audio_url: url },
        required: ['prompt', 'audio_url'],
        output: { output: { type: 'string' } },
      },
    ],
    [
      'a text about a video',
      {
        properties: { prompt, video_url: url },
        required: ['prompt', 'video_url'],
        output: { output: { type: 'string' } },
      },
    ],
  ])('of %s is a problem', (_, parts) => {
    const { definition, problems } = importOf({ category: 'other', ...parts })
    expect(definition).toBeNull()
    expect(problems).toHaveLength(1)
  })
})

describe('a hostile document', () => {
  const deep = { $ref: '#/components/schemas/Deep' }
  const loop = { allOf: [{ $ref: '#/components/schemas/Loop' }] }
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`input_${index}`, { type: 'string' }]),
    )
  const wide = (depth: number): unknown =>
    depth === 0 ? { type: 'string' } : { anyOf: Array.from({ length: 30 }, () => wide(depth - 1)) }

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'openapi'],
    ['a list', []],
    ['no paths', { openapi: '3.0.0' }],
    ['paths of another type', { paths: [1, 2] }],
    ['10,000 inputs', endpointDocument({ properties: many(10_000) })],
    ['a schema that is a number', endpointDocument({ properties: 5 as never })],
    [
      'an endpoint that is an address',
      endpointDocument({ endpoint: 'http://169.254.169.254/x', properties: { prompt } }),
    ],
    [
      'an endpoint that leads upwards',
      endpointDocument({ endpoint: '../../x', properties: { prompt } }),
    ],
  ])('%s is a problem', (_, document) => {
    const { definition, problems } = importDefinition(document, { price: 40 })
    expect(definition).toBeNull()
    expect(problems).toHaveLength(1)
  })

  it.each<[string, Record<string, unknown>, object]>([
    [
      'circles of references',
      { prompt, deep, loop },
      { Deep: { type: 'object', properties: { deep } }, Loop: loop },
    ],
    ['many alternatives', { prompt, wide: wide(3) }, {}],
    [
      '100,000 options',
      {
        prompt,
        word: { type: 'string', enum: Array.from({ length: 100_000 }, (_, n) => `o${n}`) },
      },
      {},
    ],
    ['100 inputs', { prompt, ...many(100) }, {}],
    [
      'wrong types',
      {
        prompt,
        a: null,
        b: 5,
        c: [],
        d: { type: 5 },
        e: { enum: 5 },
        f: { type: 'integer', minimum: 'x', maximum: {} },
      },
      {},
    ],
    [
      'a prototype',
      JSON.parse('{"prompt": {"type": "string"}, "__proto__": {"type": "string"}}'),
      {},
    ],
  ])('%s: what can be mapped is mapped', (_, properties, schemas) => {
    const { definition, problems } = importOf({ properties, schemas: { ...schemas } })
    expect(problems).toEqual([])
    expect(definition.fields).toHaveProperty('prompt')
    expect(Object.keys(definition.fields).length).toBeLessThanOrEqual(60)
  })

  it('has no markup in the form', () => {
    const texts = {
      title: '<img src=x onerror=alert(1)>Color <b>bold</b>',
      description: '<script>alert(1)</script> [x](javascript:alert(1)) & `code`\u0000\u202e.',
    }
    const { definition, problems } = importOf({
      properties: {
        prompt,
        color: { type: 'string', ...texts },
        empty: { type: 'string', title: '<b></b>' },
      },
    })
    expect(problems).toEqual([])
    expect(JSON.stringify(definition)).not.toMatch(/[<>\u202e]|javascript|u0000/)
    expect(definition.fields.color?.label).toEqual({ en: 'Color bold' })
  })
})

describe('the tool', () => {
  const url = { type: 'string' }
  const onImage: DocumentParts = { properties: { image_url: url }, required: ['image_url'] }
  const onVideo: DocumentParts = {
    properties: { video_url: url },
    required: ['video_url'],
    output: { video: { $ref: '#/components/schemas/File' } },
  }
  it.each<[string, DocumentParts, string | undefined]>([
    ['fal-ai/clarity-upscaler', onImage, 'upscale'],
    ['fal-ai/esrgan', onImage, 'upscale'],
    ['fal-ai/recraft/upscale/crisp', onImage, 'upscale'],
    ['fal-ai/seedvr/upscale/video', onVideo, 'upscale'],
    ['fal-ai/birefnet/v2', onImage, 'remove-background'],
    ['fal-ai/bria/background/remove', onImage, 'remove-background'],
    ['fal-ai/imageutils/rembg', onImage, 'remove-background'],
    ['veed/video-background-removal', onVideo, 'remove-background'],
    ['fal-ai/bria/background/replace', onImage, undefined],
    ['fal-ai/ddcolor', onImage, undefined],
    [
      'fal-ai/some/upscale',
      { properties: { image_url: url, prompt }, required: ['image_url', 'prompt'] },
      undefined,
    ],
    ['fal-ai/some/upscale', { properties: { image_url: url }, required: [] }, undefined],
  ])('of %s with %j is %s', (endpoint, parts, tool) => {
    const document = endpointDocument({ ...parts, endpoint })
    expect(importDefinition(document, { price: 5 }).definition?.tool).toBe(tool)
  })
})

describe('what its images are', () => {
  const url = { type: 'string' }
  const yes = { type: 'boolean', default: true }
  const no = { type: 'boolean', default: false }
  const output = { image: { $ref: '#/components/schemas/File' } }
  const parts = (more: object, required = ['image_url', 'prompt']): DocumentParts => ({
    ...{ properties: { image_url: url, prompt, ...more }, required, output },
    category: 'image-to-image',
  })
  it.each<[string, DocumentParts, object | undefined]>([
    ['fal-ai/evf-sam', parts({ mask_only: yes }), { mask_only: { constant: true } }],
    ['fal-ai/sam-9/image', parts({ apply_mask: no }), { apply_mask: { constant: false } }],
    ['fal-ai/lang-segment-anything', parts({ mask_only: yes }), { mask_only: { constant: true } }],
    ['fal-ai/sam-9/image', parts({ apply_mask: yes }), undefined],
    ['fal-ai/sam-9/image', parts({}), undefined],
    ['fal-ai/sam-9/image', parts({ mask_only: yes }, ['image_url']), undefined],
    ['fal-ai/samples/edit', parts({ mask_only: yes }), undefined],
  ])('of %s with %j are masks where it says so: %j', (endpoint, given, sent) => {
    const document = endpointDocument({ ...given, endpoint })
    const { definition, unmapped, problems } = importDefinition(document, { price: 5 })
    expect(problems).toEqual([])
    expect(definition?.makes).toBe(sent && 'mask')
    if (!sent) return
    expect(definition?.request).toMatchObject(sent)
    const [name = ''] = Object.keys(sent)
    expect(Object.keys(definition?.fields ?? {})).not.toContain(name)
    expect(unmapped.map(({ path }) => path)).toContain(name)
  })
})
