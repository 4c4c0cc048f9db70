import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { testClient, testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

// The requests that the programs of docs/integrations.md send, as their sources build them.
const openai_aliases = {
  'gpt-image-1': 'flux-dev',
  'dall-e-3': 'flux-dev',
  'gpt-image-edit': 'nano-banana-edit',
  'tts-1': 'eleven-v3',
}
const settings = testSettings({ openai_aliases })
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings })
const url = await serveApp(server)

type Answer = { data?: { url?: string; b64_json?: string }[]; error?: { param: string } }

async function visitor() {
  const { account, key } = await testClient(server)
  const authorization = `Bearer ${key}`
  const post = async (path: string, body: object | FormData) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { authorization, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
    })
    return { status: response.status, response }
  }
  const charges = async () =>
    (await readMoney(server.context, account.id)).entries.filter(
      ({ reason }) => reason === 'charge',
    )
  return { post, charges }
}

async function form(fields: Record<string, string>, file: string): Promise<FormData> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const bytes = new Uint8Array(await sampleFile('photo.png'))
  body.append(file, new File([bytes], 'photo.png', { type: 'image/png' }))
  return body
}

const openWebUi = { prompt: 'a red fox', n: 1, size: '512x512' }
const libreChat = { prompt: 'a red fox', n: 1, background: 'auto', quality: 'auto', size: 'auto' }

describe('images are made for', () => {
  it.each([
    ['Open WebUI', { ...openWebUi, model: 'flux-dev', response_format: 'b64_json' }],
    ['Open WebUI with a name of OpenAI', { ...openWebUi, model: 'gpt-image-1' }],
    [
      'Open WebUI with its additional parameters',
      { ...openWebUi, model: 'flux-dev', response_format: 'b64_json', num_inference_steps: 12 },
    ],
    ['LibreChat, PNG', { ...libreChat, model: 'gpt-image-1', output_format: 'png' }],
    [
      'LibreChat, WebP',
      { ...libreChat, model: 'gpt-image-1', output_format: 'webp', output_compression: 100 },
    ],
    [
      'n8n',
      { prompt: 'a red fox', model: 'dall-e-3', response_format: 'b64_json', quality: 'hd', n: 1 },
    ],
    [
      'n8n with every option',
      {
        model: 'dall-e-3',
        prompt: 'x',
        response_format: 'b64_json',
        size: '1792x1024',
        style: 'vivid',
      },
    ],
  ])('%s, as bytes', async (_, body) => {
    const { post, charges } = await visitor()
    const { status, response } = await post('/images/generations', body)
    const answer = (await response.json()) as Answer
    expect([status, answer.error]).toEqual([200, undefined])
    expect(Buffer.from(answer.data?.[0]?.b64_json ?? '', 'base64').length).toBeGreaterThan(100)
    expect(await charges()).toHaveLength(1)
  })

  it('n8n, as addresses that need no key', async () => {
    const { post } = await visitor()
    const body = { prompt: 'a red fox', model: 'dall-e-3', response_format: 'url' }
    const answer = (await (await post('/images/generations', body)).response.json()) as Answer
    expect((await fetch(answer.data?.[0]?.url ?? '')).status).toBe(200)
  })
})

describe('images are edited for', () => {
  const prompt = 'a blue fox'
  const model = 'gpt-image-edit'
  it.each([
    ['Open WebUI with one image', { model, prompt, n: '1', size: '1024x1024' }, 'image'],
    ['Open WebUI with a list', { model, prompt, background: 'auto' }, 'image[]'],
    ['LibreChat', { model, prompt, quality: 'auto', size: 'auto' }, 'image[]'],
    [
      'n8n',
      { prompt, model, n: '1', size: '1024x1024', quality: 'auto', input_fidelity: 'high' },
      'image[]',
    ],
  ])('%s, as bytes', async (_, fields, file) => {
    const { post, charges } = await visitor()
    const { status, response } = await post('/images/edits', await form(fields, file))
    const answer = (await response.json()) as Answer
    expect([status, answer.error]).toEqual([200, undefined])
    expect(Buffer.from(answer.data?.[0]?.b64_json ?? '', 'base64').length).toBeGreaterThan(100)
    expect(await charges()).toHaveLength(1)
  })
})

it('a transparent background, which a person may ask LibreChat for, is refused by name', async () => {
  const { post, charges } = await visitor()
  const body = {
    ...libreChat,
    model: 'gpt-image-1',
    output_format: 'png',
    background: 'transparent',
  }
  const { status, response } = await post('/images/generations', body)
  expect([status, ((await response.json()) as Answer).error?.param]).toEqual([400, 'background'])
  expect(await charges()).toEqual([])
})

it('speech is made for Open WebUI', async () => {
  const { post, charges } = await visitor()
  const body = { model: 'tts-1', input: 'Good morning.', voice: 'alloy' }
  const { status, response } = await post('/audio/speech', body)
  expect([status, response.headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^audio\//),
  ])
  expect(await charges()).toHaveLength(1)
})
