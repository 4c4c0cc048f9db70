import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { testProvider } from '#testing/context.ts'
import { sampleFile, testFileHost } from '#testing/files.ts'
import { testEmulator } from '#testing/server.ts'
import type { InputFile } from '../provider.ts'

const video = await sampleFile('video.mp4')
const emulator = await testEmulator()
const host = await testFileHost()

const file = (open = async () => inTwo(video)): InputFile => ({
  contentType: 'video/mp4',
  bytes: video.length,
  fileName: 'video.mp4',
  open,
})

async function* inTwo(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes.subarray(0, 100)
  yield bytes.subarray(100)
}

const initiate = 'storage/upload/initiate?storage_type=fal-cdn-v3'

it('stores the file at the provider, byte for byte, each time it is called', async () => {
  for (const _ of [1, 2]) {
    const address = await testProvider(emulator.url).upload(file())
    const response = await fetch(address)
    expect(response.headers.get('content-type')).toBe('video/mp4')
    expect(Buffer.from(await response.arrayBuffer())).toEqual(video)
  }
})

it('sends the bytes with their type and length, and without our key', async () => {
  let seen: object = {}
  const uploadUrl = host.serve('take', async (request, response) => {
    const { authorization, ...headers } = request.headers
    seen = { method: request.method, authorization, headers, bytes: await buffer(request) }
    response.end()
  })
  host.serve(initiate, { upload_url: uploadUrl, file_url: 'https://files.example/video.mp4' })

  expect(await testProvider(host.url).upload(file())).toBe('https://files.example/video.mp4')
  expect(seen).toMatchObject({
    method: 'PUT',
    authorization: undefined,
    headers: { 'content-type': 'video/mp4', 'content-length': String(video.length) },
    bytes: video,
  })
})

it.each([
  ['gives no addresses', {}],
  ['refuses the bytes', { upload_url: `${host.url}/full`, file_url: 'https://files.example/a' }],
  ['is gone', { upload_url: 'http://127.0.0.1:1/', file_url: 'https://files.example/a' }],
])('storage that %s is a retryable error, and nothing was submitted', async (_case, answer) => {
  host.serve('full', (_request, response) => response.writeHead(507).end())
  host.serve(initiate, answer)
  await expect(testProvider(host.url).upload(file())).rejects.toMatchObject({
    retryable: true,
    delivery: 'refused',
  })
})

it('fails when our file breaks off', async () => {
  const uploadUrl = host.serve(
    'half',
    (request, response) => void request.resume().on('end', () => response.end()),
  )
  host.serve(initiate, { upload_url: uploadUrl, file_url: 'https://files.example/a' })
  const broken = file(async () => breaking())
  await expect(testProvider(host.url).upload(broken)).rejects.toMatchObject({ delivery: 'refused' })
})

async function* breaking(): AsyncIterable<Uint8Array> {
  yield video.subarray(0, 100)
  throw new Error('disk failure')
}
