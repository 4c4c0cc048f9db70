import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { openAiWorld } from '#testing/providers/openai-server.ts'
import { describePort } from '#testing/providers/port-suite.ts'

describePort('OpenAI’s images', { isSynchronous: true, cancel: 'unsupported' }, openAiWorld)
describePort('OpenAI’s videos', { medium: 'video', cancel: 'unsupported' }, (options) =>
  openAiWorld({ ...options, medium: 'video' }),
)

const limits = { maxBytes: 1_000_000, idleTime: 5_000, time: 10_000 }

it('downloads an image that was answered as an address, with the key for its own host', async () => {
  const { provider, endpoint, input } = await openAiWorld({ asUrl: true })
  const { output } = await provider.submit(endpoint, input)
  const file = await buffer(await provider.download(output?.assets[0]?.url ?? '', limits))
  expect(file.subarray(1, 4).toString()).toBe('PNG')
})

it('returns the prompt that was used, and shows the progress of a video', async () => {
  const image = await openAiWorld()
  const { output } = await image.provider.submit(image.endpoint, image.input)
  expect(output).toMatchObject({ prompt: 'a better fox' })
  const video = await openAiWorld({ medium: 'video' })
  const { job, state } = await video.provider.submit(video.endpoint, video.input)
  expect(state).toMatchObject({ state: 'queued' })
  expect(await video.provider.status(job)).toMatchObject({ state: 'running', progress: 40 })
})

it('sends an edit as a form, with a list of images', async () => {
  const { provider, fileInput, bodies } = await openAiWorld()
  const png = { contentType: 'image/png', bytes: 1, fileName: 'x.png' }
  const one = async function* () {
    yield Buffer.from('x')
  }
  const { endpoint, input } = fileInput?.('input-file:0') ?? { endpoint: '', input: {} }
  const files = new Map([['input-file:0', { ...png, open: async () => one() }]])
  await provider.submit(endpoint, input, { files })
  expect(Object.keys(bodies[0] ?? {})).toEqual(['model', 'prompt', 'image[]'])
})

it('tells a blocked prompt from an invalid one, and both from a lost answer', async () => {
  const { provider, endpoint, input } = await openAiWorld()
  await expect(provider.submit(endpoint, { prompt: 'forbidden' })).rejects.toMatchObject({
    code: 'content_policy',
    delivery: 'refused',
  })
  await expect(provider.submit(endpoint, { ...input, prompt: 1 })).rejects.toMatchObject({
    code: 'invalid_input',
    words: 'It is missing_required_parameter',
  })
})

const chatOf = (message: object, rest = {}) => ({
  chat: {
    choices: [{ index: 0, finish_reason: 'stop', message, ...rest }],
    usage: { prompt_tokens: 30, completion_tokens: 12, total_tokens: 42 },
  },
})
const messages = [{ role: 'user', content: 'a fox' }]

it('answers a chat with its text, whole or in parts, and counts its tokens', async () => {
  const whole = await openAiWorld(chatOf({ role: 'assistant', content: ' A red fox. ' }))
  const ended = await whole.provider.submit('chat/completions', { model: 'x', messages })
  expect(ended.state).toMatchObject({ state: 'finished' })
  expect(ended.output).toMatchObject({ assets: [], text: 'A red fox.', usage: { tokens: 42 } })
  const parts = await openAiWorld(
    chatOf({ content: [{ type: 'text', text: 'A red ' }, { type: 'x' }, { text: 'fox.' }] }),
  )
  const { output } = await parts.provider.submit('chat/completions', { model: 'x', messages })
  expect(output).toMatchObject({ text: 'A red fox.' })
})

it('sends the images of a chat as data URLs', async () => {
  const { provider, bodies } = await openAiWorld(chatOf({ content: 'A fox.' }))
  const one = async function* () {
    yield Buffer.from('x')
    yield Buffer.from('y')
  }
  const png = { contentType: 'image/png', bytes: 2, fileName: 'x.png', open: async () => one() }
  const part = (url: string) => [{ role: 'user', content: [{ image_url: { url } }] }]
  await provider.submit(
    'chat/completions',
    { model: 'x', messages: part('input-file:0') },
    { files: new Map([['input-file:0', png]]) },
  )
  expect(bodies).toEqual([
    { model: 'x', messages: part(`data:image/png;base64,${Buffer.from('xy').toString('base64')}`) },
  ])
})

it.each([
  ['a refusal', chatOf({ content: null, refusal: 'I cannot help.' }), 'content_policy'],
  ['a filter', chatOf({ content: '' }, { finish_reason: 'content_filter' }), 'content_policy'],
  ['an error in the answer', { chat: { error: 'It broke' } }, 'unknown'],
])('reports %s of a chat, which has no text', async (_name, options, code) => {
  const { provider } = await openAiWorld(options)
  await expect(provider.submit('chat/completions', { model: 'x', messages })).rejects.toMatchObject(
    { code },
  )
})

it.each([{ choices: [] }, { choices: 'x' }, [], null, chatOf({ content: 7 }).chat])(
  'reads %j as no text',
  async (chat) => {
    const { provider } = await openAiWorld({ chat: chat as object })
    const { output } = await provider.submit('chat/completions', { model: 'x', messages })
    expect(output).toMatchObject({ assets: [], text: '' })
  },
)
