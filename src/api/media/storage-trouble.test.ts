import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createLocalStorage } from '#storage/local/local-storage.ts'
import { createS3Storage } from '#storage/s3/s3-storage.ts'
import type { Storage } from '#storage/storage.ts'
import { servedStudio } from '#testing/served-studio.ts'
import { storedFile } from './media-suite.fixture.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'atelier-media-'))
afterAll(() => rm(directory, { recursive: true, force: true }))
const healthy = createLocalStorage({ directory, baseUrl: '', secret: 'a secret of the tests' })

const current: { storage: Storage } = { storage: healthy }
const storage = new Proxy(healthy, { get: (_, name) => Reflect.get(current.storage, name) })
const { url, context } = await servedStudio(() => ({ storage }))
afterEach(() => {
  current.storage = healthy
})

/** A store that does what `answer` does, and nothing else. */
async function brokenStore(answer: RequestListener): Promise<Storage> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return s3(`http://127.0.0.1:${port}`)
}

function s3(endpoint: string): Storage {
  return createS3Storage({
    endpoint,
    region: 'auto',
    bucket: 'media',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    patience: 500,
  })
}

const stores: [string, () => Promise<Storage>][] = [
  ['refuses connections', async () => s3('http://127.0.0.1:9')],
  ['never answers', () => brokenStore(() => undefined)],
  ['answers 500', () => brokenStore((_, response) => response.writeHead(500).end())],
  ['refuses our key', () => brokenStore((_, response) => response.writeHead(403).end())],
  ['hangs up', () => brokenStore((request) => request.socket.destroy())],
]

it.each(stores)('a store that %s is “unavailable” for its readers, and says nothing of the inside', async (_, open) => {
  const { address, owner } = await storedFile(context)
  current.storage = await open()
  const answer = await fetch(url + address, { headers: owner })
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  const error = 'Temporarily unavailable. Try again in a moment.'
  expect(await answer.json()).toEqual({ code: 'unavailable', error, message: error })
  expect(answer.headers.get('cache-control') ?? '').not.toContain('max-age')
})

it('a disk in trouble is no missing file', async () => {
  const { address, owner, key } = await storedFile(context)
  await healthy.delete(key)
  await symlink(path.join(directory, key), path.join(directory, key))
  expect((await fetch(url + address, { headers: owner })).status).toBe(503)
})

it('a store that breaks off in the middle breaks the answer, so that nobody takes half a file for whole', async () => {
  const { address, owner } = await storedFile(context)
  current.storage = await brokenStore((_, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('01234', () => response.destroy())
  })
  const answer = await fetch(url + address, { headers: owner })
  await expect(answer.text()).rejects.toThrow()
  current.storage = healthy
  expect(await (await fetch(url + address, { headers: owner })).text()).toBe('0123456789')
})
