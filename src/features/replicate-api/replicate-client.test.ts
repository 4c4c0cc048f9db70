import Replicate from 'replicate'
import { describe, expect, it } from 'vitest'
import { readMoney } from '#testing/context.ts'
import { serveApp } from '#testing/fal-client.ts'
import { sampleFile } from '#testing/files.ts'
import { testClient, testServer } from '#testing/server.ts'
import { testSettings } from '#testing/settings.ts'

// Replicate's own client, unmodified.
const version = 'f'.repeat(64)
const replicate_aliases = { 'stability-ai/sdxl': 'flux-dev', [version]: 'flux-schnell' }
const settings = testSettings({ replicate_aliases })
const server = await testServer({ media: 'plain', delayMs: 50 }, { settings })
const url = await serveApp(server)
const photo = Buffer.from(await sampleFile('photo.png'))
const photoUri = `data:image/png;base64,${photo.toString('base64')}`

async function visitor(money = {}) {
  const client = await testClient(server, { credits: 1_000, ...money })
  const baseUrl = `${url}/replicate/v1`
  const replicate = new Replicate({ auth: client.key, baseUrl })
  const read = async (id: string) => (await client.request('GET', `/api/generations/${id}`)).body
  const history = async (kind = 'image-generation') =>
    (await client.request('GET', `/api/${kind}/history`)).body.data
  const balance = async () => (await readMoney(server.context, client.account.id)).balance
  const send = async (path: string, body: object, headers = {}) =>
    client.request('POST', `/replicate/v1${path}`, { ...body }, headers)
  return { ...client, replicate, read, history, balance, send }
}

const fox = { prompt: 'a red fox' }

/** The type of the file at an address of an answer, which needs no credential. */
async function typeOf(address = ''): Promise<string | null> {
  const response = await fetch(address)
  return response.headers.get('content-type')
}

describe('run', () => {
  it('makes images, which are charged and recorded once', async () => {
    const { replicate, history, balance } = await visitor()
    const input = { ...fox, num_outputs: 2, aspect_ratio: '16:9' }
    const output = await replicate.run('black-forest-labs/flux-schnell', { input })
    // The client makes files of addresses with https alone.
    const addresses = output as string[]
    expect(addresses).toHaveLength(2)
    expect(await typeOf(addresses[0])).toMatch(/^image\//)
    const [{ generation }, ...others] = await history()
    expect(others).toEqual([])
    expect(generation).toMatchObject({ number_of_images: 2, model: 'flux-schnell' })
    expect(await balance()).toBe(1_000 - generation.credits_charged)
  })

  it('finds a model by an alias and by a version', async () => {
    const { replicate, history } = await visitor()
    await replicate.run('stability-ai/sdxl', { input: fox })
    await replicate.run(`anybody/anything:${version}`, { input: fox })
    const models = (await history()).map(
      ({ generation }: { generation: { model: string } }) => generation.model,
    )
    expect(models).toEqual(['flux-schnell', 'flux-dev'])
  })

  it('edits a file of the client, which it uploads', async () => {
    const { replicate, history, read } = await visitor()
    const input = { prompt: 'a blue fox', image_input: [photo] }
    await replicate.run('google/nano-banana-edit', { input })
    const [made] = await history('image-editor')
    expect(await read(made.id)).toMatchObject({ inputs: [{ width: 300, height: 400 }] })
  })

  it('makes a video, and answers a question', async () => {
    const { replicate } = await visitor({ credits: 10_000 })
    const input = { prompt: 'a fox runs', image: photoUri, duration: 5, seed: 7 }
    const video = await replicate.run('wan-video/wan-v2-2-5b', { input })
    expect(await typeOf(String(video))).toBe('video/mp4')
    const question = { prompt: 'What is this?', image: photoUri }
    const answer = await replicate.run('lucataco/moondream3-preview', { input: question })
    expect(answer).toMatch(/./)
  })

  it('says why a prediction failed, and refunds it', async () => {
    const { replicate, balance } = await visitor()
    const input = { prompt: 'a fox [fault:content-policy]' }
    const failing = replicate.run('x/flux-dev', { input })
    await expect(failing).rejects.toThrow('Prediction failed')
    expect(await balance()).toBe(1_000)
  })
})

describe('predictions', () => {
  it('wait as `Prefer` says', async () => {
    const { send } = await visitor()
    const made = await send('/models/x/flux-dev/predictions', { input: fox }, { prefer: 'wait' })
    expect(made.body).toMatchObject({ status: 'succeeded', output: [expect.any(String)] })
  })

  it('are the same for the same idempotency key', async () => {
    const { send, history } = await visitor()
    const make = () =>
      send('/models/x/flux-dev/predictions', { input: fox }, { 'idempotency-key': 'order-1' })
    expect((await make()).body.id).toBe((await make()).body.id)
    expect(await history()).toHaveLength(1)
  })
})

describe('a prediction is refused, and nothing is charged:', () => {
  it.each<[string, object, string]>([
    ['no prompt', { prompt: undefined }, 'input.prompt'],
    ['too many images', { num_outputs: 9 }, 'input.num_outputs'],
    ['a ratio of words', { aspect_ratio: 'wide' }, 'input.aspect_ratio'],
    ['a width of words', { width: 'wide', height: 1 }, 'input.width'],
    ['a width without a height', { width: 512 }, 'input.width'],
    ['a length of words', { duration: 'long' }, 'input.duration'],
    ['an unknown file', { reference_image: photoUri }, 'reference_image'],
    ['a damaged file', { image: 'data:image/png;base64,%%' }, 'input.image'],
    ['a file that is none', { image: 7 }, 'input.image'],
    ['a mask that the model does not take', { image: photoUri, mask: photoUri }, 'input.mask'],
    ['a field out of range', { num_inference_steps: 900 }, 'input.num_inference_steps'],
  ])('%s', async (_, given, field) => {
    const { send, balance } = await visitor()
    const input = { ...fox, ...given }
    const { status, body } = await send('/models/x/flux-dev/predictions', { input })
    expect([status, body.invalid_fields?.[0]?.field]).toEqual([422, field])
    expect(await balance()).toBe(1_000)
  })

  it.each<[string, string, object, number]>([
    ['an unknown model', '/models/x/nothing/predictions', { input: fox }, 404],
    ['an unknown version', '/predictions', { version: 'e'.repeat(64), input: fox }, 404],
    ['no model', '/predictions', { input: fox }, 422],
    ['no input', '/models/x/flux-dev/predictions', {}, 422],
    ['a webhook', '/models/x/flux-dev/predictions', { input: fox, webhook: url }, 422],
    ['an unknown path', '/trainings', {}, 404],
  ])('%s', async (_, path, body, status) => {
    const { send, balance } = await visitor()
    expect(await send(path, body)).toMatchObject({ status, body: { status } })
    expect(await balance()).toBe(1_000)
  })

  it('missing credits, which the client does not try again', async () => {
    const { replicate, balance } = await visitor({ credits: 1 })
    const call = replicate.run('x/flux-dev', { input: fox })
    await expect(call).rejects.toMatchObject({ response: { status: 402 } })
    expect(await balance()).toBe(1)
  })

  it('a form without a file, and one with another name', async () => {
    const { key } = await visitor()
    const upload = async (name: string | null) => {
      const body = new FormData()
      if (name) body.append(name, new Blob([photo]), 'photo.png')
      else body.append('text', 'nothing')
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${url}/replicate/v1/files`, { method: 'POST', headers, body })).status
    }
    expect(await upload('content')).toBe(201)
    expect(await upload('other')).toBe(422)
    expect(await upload(null)).toBe(422)
  })
})
