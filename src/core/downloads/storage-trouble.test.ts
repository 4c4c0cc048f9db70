import { once } from 'node:events'
import { symlink } from 'node:fs/promises'
import { Agent, createServer, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { createS3Storage } from '#platform/storage/s3-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { storedFile } from '#testing/api/media-suite.ts'
import { listeningServer } from '#testing/server.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'

const directory = await createTemporaryDirectory('media')
afterAll(() => removeTemporaryDirectory(directory))
const healthy = createLocalStorage({ directory, baseUrl: '', secret: 'a secret of the tests' })

const current: { storage: Storage } = { storage: healthy }
const storage = new Proxy(healthy, { get: (_, name) => Reflect.get(current.storage, name) })
const { url, context } = await listeningServer(() => ({ storage }))
afterEach(() => {
  current.storage = healthy
})

/** Creates a store with this request handler. */
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

it.each(stores)(
  'a store that %s is “unavailable” to readers, without internals',
  async (_, open) => {
    const { address, owner } = await storedFile(context)
    current.storage = await open()
    const answer = await fetch(url + address, { headers: owner })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    const error = 'Temporarily unavailable. Try again in a moment.'
    expect(await answer.json()).toEqual({ code: 'unavailable', error, message: error })
    expect(answer.headers.get('cache-control') ?? '').not.toContain('max-age')
  },
)

it('a failing disk is not a missing file', async () => {
  const { address, owner, key } = await storedFile(context)
  await healthy.delete(key)
  await symlink(path.join(directory, key), path.join(directory, key))
  expect((await fetch(url + address, { headers: owner })).status).toBe(503)
})

it('a store that breaks off breaks the answer, so that half a file does not look complete', async () => {
  const { address, owner } = await storedFile(context)
  current.storage = await brokenStore((_, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('01234', () => response.destroy())
  })
  const answer = await fetch(url + address, { headers: owner })
  await expect(answer.text()).rejects.toThrow()
  current.storage = healthy
  expect(await (await fetch(url + address, { headers: owner })).text()).toBe('0123456789')
})

it.each([
  ['no picture', 'x', 415],
  ['a picture, and the disk is full', '\x89PNG\r\n\x1a\n', 503],
])('reads a refused upload of %s to its end, or closes the connection', async (_, head, status) => {
  const { owner } = await storedFile(context)
  const full = async () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' }))
  current.storage = { ...healthy, write: full }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = async (method: string, address: string, body = '') => {
    const headers = { ...owner, 'content-type': 'multipart/form-data; boundary=x' }
    const asking = request(url + address, { method, agent, headers }).end(body, 'latin1')
    const [answer] = await once(asking, 'response')
    await text(answer)
    return [answer.statusCode, asking.reusedSocket]
  }
  const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${head.padEnd(4_000_000)}\r\n--x--`
  expect(await send('POST', '/api/upload-image-wan-i2v', file)).toEqual([status, false])
  expect(await send('GET', '/api/account')).toEqual([200, true])
  expect(await send('PUT', '/media/incoming/0/0', file)).toEqual([404, true])
  expect(await send('GET', '/api/account')).toEqual([200, false])
  agent.destroy()
})
