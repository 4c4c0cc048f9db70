import { createOpenAI } from '@ai-sdk/openai'
import { HumanMessage } from '@langchain/core/messages'
import { ChatOpenAI, DallEAPIWrapper, tools } from '@langchain/openai'
import { createOpenRouter } from '@openrouter/ai-sdk-provider'
import { generateImage, generateSpeech, generateText, streamText } from 'ai'
import { describe, expect, it } from 'vitest'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { testClient, testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

// Programs that speak OpenAI's API, unmodified: Vercel's AI SDK, OpenRouter's provider for it, LangChain.
const openai_aliases = { 'gpt-5': 'flux-schnell', 'gpt-image-1': 'nano-banana-edit' }
const settings = testSettings({ openai_aliases })
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings })
const baseURL = `${await serveApp(server)}/v1`
const photo = new Uint8Array(await sampleFile('photo.png'))

async function visitor() {
  const { key, request } = await testClient(server, { credits: 1_000 })
  /** The newest record of images, or of another kind. */
  const last = async (kind = 'image-generation') =>
    (await request('GET', `/api/${kind}/history`)).body.data[0]?.generation
  return { apiKey: key, last }
}

const ask = (text: string) => [
  {
    role: 'user' as const,
    content: [
      { type: 'text' as const, text },
      { type: 'file' as const, data: photo, mediaType: 'image/png' },
    ],
  },
]

describe('the AI SDK', () => {
  it('makes an image', async () => {
    const { apiKey, last } = await visitor()
    const openai = createOpenAI({ baseURL, apiKey })
    const { image } = await generateImage({
      model: openai.image('flux-schnell'),
      prompt: 'a red fox',
      size: '512x512',
      maxRetries: 0,
    })
    expect(image.uint8Array.length).toBeGreaterThan(100)
    expect(await last()).toMatchObject({ status: 'completed', prompt: 'a red fox' })
  })

  it('speaks a text', async () => {
    const { apiKey } = await visitor()
    const openai = createOpenAI({ baseURL, apiKey })
    const model = openai.speech('eleven-v3')
    const { audio } = await generateSpeech({ model, text: 'Good morning', maxRetries: 0 })
    expect(audio.uint8Array.length).toBeGreaterThan(100)
  })

  it('makes an image by the tool of responses', async () => {
    const { apiKey, last } = await visitor()
    const openai = createOpenAI({ baseURL, apiKey })
    const { toolResults } = await generateText({
      model: openai('gpt-5'),
      prompt: 'a red fox',
      tools: { image_generation: openai.tools.imageGeneration({ outputFormat: 'webp' }) },
      maxRetries: 0,
    })
    const [made] = toolResults as { output: { result: string } }[]
    expect(
      Buffer.from(made?.output.result ?? '', 'base64')
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP')
    expect(await last()).toMatchObject({ model: 'flux-schnell' })
  })

  it('asks about an image, by responses and by chat, also streamed', async () => {
    const { apiKey } = await visitor()
    const openai = createOpenAI({ baseURL, apiKey })
    const messages = ask('What is this?')
    for (const model of [openai('moondream3-preview'), openai.chat('moondream3-preview')]) {
      expect((await generateText({ model, messages, maxRetries: 0 })).text).toMatch(/./)
      expect(await streamText({ model, messages, maxRetries: 0 }).text).toMatch(/./)
    }
  })
})

describe('OpenRouter’s provider', () => {
  it('makes and edits images in a chat, also streamed', async () => {
    const { apiKey, last } = await visitor()
    const openrouter = createOpenRouter({ baseURL, apiKey, compatibility: 'compatible' })
    const extraBody = { modalities: ['image', 'text'] }
    const model = openrouter.chat('flux-dev', { extraBody })
    const made = await generateText({ model, prompt: 'a red fox', maxRetries: 0 })
    expect(made.files).toMatchObject([{ mediaType: expect.stringMatching(/^image\//) }])
    const edited = streamText({ model, messages: ask('a blue fox'), maxRetries: 0 })
    expect(await edited.files).toHaveLength(1)
    expect(await last()).toMatchObject({ prompt: 'a blue fox', generation_type: 'image-to-image' })
  })
})

describe('LangChain', () => {
  it('makes an image by its tool', async () => {
    const { apiKey, last } = await visitor()
    const tool = new DallEAPIWrapper({ apiKey, baseUrl: baseURL, model: 'flux-schnell' })
    expect(await tool.invoke('a red fox')).toMatch(/^http/)
    expect(await last()).toMatchObject({ prompt: 'a red fox', status: 'completed' })
  })

  it('makes an image by the tool of responses, and asks about one', async () => {
    const { apiKey } = await visitor()
    const configuration = { baseURL }
    const shared = { apiKey, configuration, maxRetries: 0 }
    const painter = new ChatOpenAI({ ...shared, model: 'gpt-5', useResponsesApi: true })
    const made = await painter.invoke('a red fox', { tools: [tools.imageGeneration()] })
    expect(JSON.stringify(made.additional_kwargs)).toContain('image_generation_call')
    const image_url = { url: `data:image/png;base64,${Buffer.from(photo).toString('base64')}` }
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url },
    ]
    const viewer = new ChatOpenAI({ ...shared, model: 'moondream3-preview' })
    expect((await viewer.invoke([new HumanMessage({ content })])).content).toMatch(/./)
  })
})
