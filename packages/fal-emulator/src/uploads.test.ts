import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmulatorClient, type TestEmulators, testEmulators } from './testing/test-emulator.ts'

let world: TestEmulators
let emulator: EmulatorClient

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ media: 'plain', uploadLimit: 10 })
})
afterAll(() => world.close())

const file = { content_type: 'image/png', file_name: 'a fox.png' }
const address = '/storage/upload/initiate?storage_type=fal-cdn-v3'
const initiate = (body: object = file, client = emulator) =>
  client.send(address, { method: 'POST', body: JSON.stringify(body) })
const initiated = async (client = emulator) =>
  (await initiate(file, client)).body as { upload_url: string; file_url: string }
/** Without any header of ours, as the provider's client does it. */
const put = (url: string, body: string) =>
  fetch(url, { method: 'PUT', body, headers: { 'content-type': 'image/png' } })

describe('an upload', () => {
  it('is announced, put without a key, and read back with its type', async () => {
    const { upload_url, file_url } = await initiated()
    expect(file_url).toMatch(/\/a%20fox\.png$/)
    expect((await fetch(file_url)).status).toBe(404)
    expect((await put(upload_url, '0123456789')).status).toBe(200)
    const read = await fetch(file_url)
    expect([read.status, read.headers.get('content-type'), await read.text()]).toEqual([
      200,
      'image/png',
      '0123456789',
    ])
  })

  it('may not be larger than the limit', async () => {
    const { upload_url, file_url } = await initiated()
    expect((await put(upload_url, '0123456789a')).status).toBe(413)
    expect((await fetch(file_url)).status).toBe(404)
  })

  it('requires a key and a name, and an address that was issued', async () => {
    expect(
      (await emulator.send(address, { method: 'POST', body: JSON.stringify(file), headers: {} }))
        .status,
    ).toBe(401)
    expect((await initiate({ content_type: 'image/png' })).status).toBe(422)
    expect(
      (await put(`${emulator.url}/storage/upload/sink/${crypto.randomUUID()}`, '0')).status,
    ).toBe(404)
    expect((await put(`${emulator.url}/storage/upload/sink/..%2Fwebhook-key`, '0')).status).toBe(
      404,
    )
  })

  it('outlives a restart', async () => {
    const before = await world.start()
    const { upload_url, file_url } = await initiated(before)
    await put(upload_url, 'here')
    await before.stop()
    const after = await world.start()
    expect(await (await fetch(new URL(new URL(file_url).pathname, after.url))).text()).toBe('here')
  })
})

describe('an input that names an upload', () => {
  const outcomeOf = async (endpoint: string, input: object) => {
    const job = await emulator.accepted({ prompt: 'a red fox', ...input }, endpoint)
    await emulator.completed(job)
    return emulator.result(job)
  }
  const [one, several] = ['fal-ai/flux/dev/image-to-image', 'fal-ai/nano-banana/edit']

  it('succeeds when the file exists', async () => {
    const { upload_url, file_url } = await initiated()
    await put(upload_url, '0123')
    expect((await outcomeOf(one, { image_url: file_url })).status).toBe(200)
    expect((await outcomeOf(several, { image_urls: [file_url] })).status).toBe(200)
  })

  it('fails as the provider fails when it does not', async () => {
    const { file_url } = await initiated()
    const issue = { type: 'file_download_error', msg: expect.any(String), input: file_url }
    expect(await outcomeOf(one, { image_url: file_url })).toMatchObject({
      status: 422,
      body: { detail: [{ ...issue, loc: ['body', 'image_url'] }] },
    })
    expect(
      await outcomeOf(several, { image_urls: ['https://elsewhere.example/x.png', file_url] }),
    ).toMatchObject({
      status: 422,
      body: { detail: [{ ...issue, loc: ['body', 'image_urls', 1] }] },
    })
  })
})
