import { afterAll, describe, expect, it } from 'vitest'
import { readDocuments } from './documents.ts'
import { answerOf } from './testing/emulator-answers.ts'
import { testEmulators } from './testing/test-emulator.ts'

const documents = readDocuments()

const emulators = await testEmulators()
afterAll(() => emulators.close())
const emulator = await emulators.start({ documents, media: 'plain' })

describe('an endpoint of a document', () => {
  it('has its document at the address where fal publishes it, without a key', async () => {
    const address = (id: string) => `/api/openapi/queue/openapi.json?endpoint_id=${id}`
    const known = await emulator.send(address('fal-ai/flux-2'), { headers: {} })
    expect(known).toMatchObject({
      status: 200,
      body: { info: { 'x-fal-metadata': { endpointId: 'fal-ai/flux-2' } } },
    })
    expect(await emulator.send(address('fal-ai/other'))).toMatchObject({ status: 404 })
  })

  it('is in the pages of the list, with a price', async () => {
    const listed: { endpoint_id: string }[] = []
    for (let cursor = '0'; cursor !== ''; ) {
      const { body } = await emulator.send(`/v1/models?limit=100&cursor=${cursor}`)
      const page = body as { models: { endpoint_id: string }[]; next_cursor: string | null }
      listed.push(...page.models)
      cursor = page.next_cursor ?? ''
    }
    expect(listed).toHaveLength(documents.length)
    expect(listed.find(({ endpoint_id }) => endpoint_id === 'fal-ai/flux-2')).toMatchObject({
      metadata: { category: 'text-to-image', status: 'active' },
    })
    const asked = '/v1/models/pricing?endpoint_id=fal-ai/flux-2&endpoint_id=fal-ai/other'
    expect((await emulator.send(asked)).body).toMatchObject({
      prices: [{ endpoint_id: 'fal-ai/flux-2', unit: 'images', currency: 'USD' }],
    })
    expect(await emulator.send('/v1/models', { headers: {} })).toMatchObject({ status: 401 })
  })

  it.each<[string, object, object]>([
    [
      'fal-ai/flux-2',
      { prompt: 'a fox', num_images: 2 },
      { images: [{ url: expect.any(String) }, {}], seed: expect.any(Number) },
    ],
    [
      'fal-ai/veo3.1',
      { prompt: 'a fox', duration: '4s' },
      { video: { content_type: 'video/mp4' } },
    ],
    [
      'fal-ai/minimax/preview/speech-2.5-hd',
      { text: 'Hello' },
      { audio: { content_type: 'audio/wav' }, duration_ms: expect.any(Number) },
    ],
    ['fal-ai/ace-step/prompt-to-audio', { prompt: 'a song' }, { audio: {}, lyrics: '', tags: '' }],
  ])('%s answers in the form of its document', async (endpoint, input, expected) => {
    expect(await answerOf(emulator, endpoint, input)).toMatchObject({ status: 200, body: expected })
  })

  it.each<[string, object, object]>([
    ['fal-ai/flux-2', {}, { loc: ['body', 'prompt'], type: 'missing' }],
    [
      'fal-ai/flux-2',
      { prompt: 'a', num_images: 9 },
      { loc: ['body', 'num_images'], type: 'less_than_equal' },
    ],
    ['fal-ai/flux-2', { prompt: 'a', image_size: 'huge' }, { loc: ['body', 'image_size'] }],
    ['fal-ai/veo3.1', { prompt: 'a', duration: 4 }, { loc: ['body', 'duration'] }],
    [
      'xai/tts/v1',
      { text: 'a', output_format: { codec: 'aiff' } },
      { loc: ['body', 'output_format'], type: 'literal_error' },
    ],
    [
      'fal-ai/topaz/upscale/video',
      { video_url: 5 },
      { loc: ['body', 'video_url'], type: 'string_type' },
    ],
  ])('%s rejects %j as fal does', async (endpoint, input, detail) => {
    expect(await answerOf(emulator, endpoint, input)).toMatchObject({
      status: 422,
      body: { detail: [detail] },
    })
  })
})
