import { type ApiError, GoogleGenAI } from '@google/genai'
import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { testClient, testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

// Google's own client, unmodified.
const gemini_aliases = { 'gemini-2.5-flash-image': 'nano-banana-edit' }
const settings = testSettings({ gemini_aliases })
const logged: object[] = []
const note = (fields: object, event: string) => void logged.push({ ...fields, event })
const log = { info: note, warn: note, error: note }
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings, log })
const url = await serveApp(server)
const photo = Buffer.from(await sampleFile('photo.png')).toString('base64')
const inlineData = { mimeType: 'image/png', data: photo }

async function visitor(money = {}) {
  const client = await testClient(server, { credits: 1_000, ...money })
  const ai = new GoogleGenAI({ apiKey: client.key, httpOptions: { baseUrl: `${url}/gemini` } })
  const images = async () => {
    const { body } = await client.request('GET', '/api/image-generation/history')
    return body.data.map(({ generation }: { generation: object }) => generation)
  }
  const read = async (id: string) => (await client.request('GET', `/api/generations/${id}`)).body
  const balance = async () => (await readMoney(server.context, client.account.id)).balance
  return { ...client, ai, images, read, balance }
}

const refused = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error) => error,
  )
const fox = { model: 'flux-schnell', contents: 'a red fox' }

describe('generateContent', () => {
  it('makes an image, which is charged and recorded once', async () => {
    const { ai, images, balance } = await visitor()
    const made = await ai.models.generateContent(fox)
    const [record, ...others] = await images()
    expect(others).toEqual([])
    expect(made).toMatchObject({
      responseId: record.id,
      modelVersion: 'flux-schnell',
      usageMetadata: { credits: record.credits_charged },
      candidates: [
        {
          finishReason: 'STOP',
          content: {
            role: 'model',
            parts: [{ inlineData: { mimeType: expect.stringMatching(/^image\//) } }],
          },
        },
      ],
    })
    expect(Buffer.from(made.data ?? '', 'base64').length).toBeGreaterThan(100)
    expect(await balance()).toBe(1_000 - record.credits_charged)
  })

  it('takes ratio, size, seed and the modality, and names what it ignores', async () => {
    const { ai, read } = await visitor()
    const config = {
      responseModalities: ['Image'],
      imageConfig: { aspectRatio: '16:9', imageSize: '1K' },
      seed: 7,
      temperature: 0.5,
    }
    const made = await ai.models.generateContent({ ...fox, model: 'flux-dev', config })
    expect((await read(made.responseId ?? '')).input).toMatchObject({
      image_size: 'landscape_16_9',
      seed: 7,
    })
    const headers = made.sdkHttpResponse?.headers ?? {}
    expect(headers['x-ignored-parameters']).toBe('temperature')
  })

  it('edits an image of the message, by the name of one of Gemini’s models', async () => {
    const { ai, read } = await visitor()
    const contents = [{ text: 'a blue fox' }, { inlineData }]
    const made = await ai.models.generateContent({ model: 'gemini-2.5-flash-image', contents })
    expect(await read(made.responseId ?? '')).toMatchObject({
      model: 'nano-banana-edit',
      prompt: 'a blue fox',
      inputs: [{ width: 300, height: 400 }],
    })
  })

  it('edits in a chat the image that came before', async () => {
    const { ai, read } = await visitor()
    const chat = ai.chats.create({ model: 'flux-dev' })
    await chat.sendMessage({ message: 'a red fox' })
    const second = await chat.sendMessage({ message: 'now a blue one' })
    expect(await read(second.responseId ?? '')).toMatchObject({
      prompt: 'now a blue one',
      inputs: [{ width: expect.any(Number) }],
    })
  })

  it('answers a question about an image as text, also streamed', async () => {
    const { ai, balance } = await visitor()
    const contents = [{ inlineData }, { text: 'What is this?' }]
    const question = { model: 'moondream3-preview', contents }
    expect((await ai.models.generateContent(question)).text).toMatch(/./)
    expect(await balance()).toBe(900)
    let text = ''
    for await (const chunk of await ai.models.generateContentStream(question)) text += chunk.text
    expect(text).toMatch(/./)
  })

  it('says why a generation failed, and refunds it', async () => {
    const { ai, balance } = await visitor()
    const failing = { ...fox, contents: 'a fox [fault:content-policy]' }
    const error = await refused(ai.models.generateContent(failing))
    expect([error.status, error.message]).toEqual([400, expect.stringContaining('content_policy')])
    const stream = await ai.models.generateContentStream(failing)
    const read = async () => {
      for await (const _ of stream);
    }
    await expect(read()).rejects.toThrow('content_policy')
    expect(await balance()).toBe(1_000)
  })

  it('gives the same image for the same idempotency key', async () => {
    const { ai, images } = await visitor()
    const httpOptions = { headers: { 'Idempotency-Key': 'order-1' } }
    const make = () => ai.models.generateContent({ ...fox, config: { httpOptions } })
    expect((await make()).responseId).toBe((await make()).responseId)
    expect(await images()).toHaveLength(1)
  })
})

describe('a key', () => {
  const send = (query: string, headers = {}) =>
    fetch(`${url}/gemini/v1beta/models/flux-schnell:generateContent${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ contents: [{ parts: [{ text: 'a fox' }] }] }),
    })

  it('comes in a header or in the address, and is in no log', async () => {
    const { key } = await visitor()
    expect((await send(`?key=${key}`)).status).toBe(200)
    expect((await send('', { authorization: `Bearer ${key}` })).status).toBe(200)
    expect(JSON.stringify(logged)).not.toContain(key)
    expect(logged.length).toBeGreaterThan(0)
  })

  it('that is wrong or missing is refused, whatever else is sent', async () => {
    const { key } = await visitor()
    for (const query of ['', '?key=atl_nothing']) expect((await send(query)).status).toBe(401)
    const both = await send('?key=atl_nothing', { authorization: `Bearer ${key}` })
    expect([both.status, await both.json()]).toMatchObject([
      401,
      { error: { status: 'UNAUTHENTICATED', code: 401 } },
    ])
  })
})

describe('a request is refused, and nothing is charged:', () => {
  const parts = (...given: object[]) => ({ contents: [{ role: 'user', parts: given }] })
  const text = { text: 'a fox' }
  const svg = Buffer.from('<svg/>').toString('base64')
  it.each<[string, object, string]>([
    ['no contents', { contents: [] }, 'contents'],
    ['no message of a person', { contents: [{ role: 'model', parts: [text] }] }, 'contents'],
    ['a message without a text', parts({ inlineData }), 'contents.0.parts'],
    ['a call of a function', parts(text, { functionCall: {} }), 'contents.0.parts.1'],
    [
      'a file that is no image',
      parts(text, { inlineData: { mimeType: 'image/svg+xml', data: svg } }),
      'contents.0.parts.1',
    ],
    [
      'an address in our own network',
      parts(text, { fileData: { fileUri: 'http://127.0.0.1:1/a.png' } }),
      'contents.0.parts',
    ],
    ['tools', { tools: [{ googleSearch: {} }] }, 'tools'],
    ['audio', { generationConfig: { responseModalities: ['AUDIO'] } }, 'responseModalities'],
    ['two answers', { generationConfig: { candidateCount: 2 } }, 'candidateCount'],
    ['JSON', { generationConfig: { response_mime_type: 'application/json' } }, 'responseMimeType'],
    [
      'a ratio of words',
      { generationConfig: { imageConfig: { aspectRatio: 'wide' } } },
      'aspectRatio',
    ],
    ['a model of another kind', { generationConfig: { responseModalities: ['TEXT'] } }, 'model'],
  ])('%s', async (_, given, field) => {
    const { key, balance } = await visitor()
    for (const method of ['generateContent', 'streamGenerateContent?alt=sse']) {
      const response = await fetch(`${url}/gemini/v1beta/models/flux-schnell:${method}`, {
        method: 'POST',
        headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ ...parts(text), ...given }),
      })
      const { error } = (await response.json()) as { error: { status: string; details: object[] } }
      expect([response.status, error.status]).toEqual([400, 'INVALID_ARGUMENT'])
      expect(JSON.stringify(error.details)).toContain(field)
    }
    expect(await balance()).toBe(1_000)
  })

  it.each([
    ['an unknown model', 'gemini-9:generateContent', 404, 'NOT_FOUND'],
    ['another method', 'flux-schnell:countTokens', 404, 'NOT_FOUND'],
    ['no method', 'flux-schnell', 404, 'NOT_FOUND'],
    ['another version', '../../v2/models/flux-schnell:generateContent', 404, 'NOT_FOUND'],
  ])('%s', async (_, call, status, name) => {
    const { key, request } = await visitor()
    const headers = { 'x-goog-api-key': key }
    const answer = await request(
      'POST',
      `/gemini/v1beta/models/${call}`,
      { ...parts(text) },
      headers,
    )
    expect(answer).toMatchObject({ status, body: { error: { code: status, status: name } } })
  })

  it('what is nested without end', async () => {
    const { key } = await visitor()
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const response = await fetch(`${url}/gemini/v1/models/flux-schnell:generateContent`, {
      method: 'POST',
      headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
      body: `{"contents":${deep},"tools":${deep}}`,
    })
    expect(response.status).toBe(400)
  })

  it('missing credits', async () => {
    const { ai, balance } = await visitor({ credits: 1 })
    const error = await refused(ai.models.generateContent(fox))
    expect([error.status, error.message]).toEqual([
      429,
      expect.stringContaining('RESOURCE_EXHAUSTED'),
    ])
    expect(await balance()).toBe(1)
  })
})
