import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileHost, sampleFile, testFileHost } from '../../../tests/support/files.ts'
import { answerOf } from './testing/emulator-answers.ts'
import { type EmulatorClient, type TestEmulators, testEmulators } from './testing/test-emulator.ts'

let world: TestEmulators
let emulator: EmulatorClient
let host: FileHost

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ durable: false })
  host = await testFileHost()
})
afterAll(() => world.close())

const query = 'fal-ai/moondream3-preview/query'
const audio = 'fal-ai/thinksound/audio'
const ofImage = (image_url: string) =>
  answerOf(emulator, query, { prompt: 'What is this?', image_url })
const ofVideo = (video_url: string) => answerOf(emulator, audio, { video_url })
const refused = (field: string, type: string, input: string) => ({
  status: 422,
  body: { detail: [{ loc: ['body', field], type, input, msg: expect.any(String) }] },
})

describe('a file that cannot be fetched', () => {
  it.each([
    ['is not there', () => `${host.url}/missing.png`],
    ['has no server', () => 'http://127.0.0.1:1/x.png'],
    ['has no address', () => 'photo.png'],
    ['has an address of another kind', () => 'file:///etc/passwd'],
    [
      'breaks off',
      () =>
        host.serve('broken.png', (_, response) =>
          response.writeHead(200, { 'content-length': 9 }).destroy(),
        ),
    ],
  ])('%s', async (_, address) => {
    const url = address()
    expect(await ofImage(url)).toMatchObject(refused('image_url', 'file_download_error', url))
    expect(await ofVideo(url)).toMatchObject(refused('video_url', 'file_download_error', url))
  })
})

describe('a file of the wrong kind', () => {
  it.each(['video.mp4', 'sound.mp3'])('%s is no image', async (name) => {
    const url = host.serve(name, await sampleFile(name))
    expect(await ofImage(url)).toMatchObject(refused('image_url', 'image_load_error', url))
  })

  it.each(['photo.jpg', 'sound.mp3'])('%s is no video', async (name) => {
    const url = host.serve(name, await sampleFile(name))
    expect(await ofVideo(url)).toMatchObject(refused('video_url', 'unsupported_video_format', url))
  })

  it('half an image is none', async () => {
    const photo = await sampleFile('photo.jpg')
    const url = host.serve('half.jpg', photo.subarray(0, photo.length / 2))
    expect(await ofImage(url)).toMatchObject(refused('image_url', 'image_load_error', url))
  })
})

it('accepts an image from an address that contains it', async () => {
  const photo = await sampleFile('photo.png')
  expect((await ofImage(`data:image/png;base64,${photo.toString('base64')}`)).status).toBe(200)
})

it('accepts an upload to its own storage, from another port too', async () => {
  const order = { content_type: 'image/png', file_name: 'photo.png' }
  const { body } = await emulator.send('/storage/upload/initiate?storage_type=fal-cdn-v3', {
    method: 'POST',
    body: JSON.stringify(order),
  })
  const { upload_url, file_url } = body as { upload_url: string; file_url: string }
  await fetch(upload_url, { method: 'PUT', body: new Uint8Array(await sampleFile('photo.png')) })
  expect((await ofImage(file_url.replace(/:\d+/, ':9'))).status).toBe(200)
})
