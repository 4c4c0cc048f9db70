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
