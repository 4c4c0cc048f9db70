import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, expect, it } from 'vitest'
import { listeningServer } from '#testing/server.ts'
import { chunks, newKey, read, storageSuite } from '#testing/storage/storage-suite.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { createLocalStorage } from './local-storage.ts'
import { removeAbandoned } from './write-durably.ts'

const directory = await createTemporaryDirectory('local')
afterAll(() => removeTemporaryDirectory(directory))

const open = (baseUrl: string, now?: () => Date) =>
  createLocalStorage({ directory, baseUrl, secret: 'a secret of the tests', ...(now && { now }) })
const { app, url } = await listeningServer((baseUrl) => ({ storage: open(baseUrl) }))
const partial = () => readdir(path.join(directory, '.partial'))

storageSuite((now) => open(url, now))

afterEach(async () => {
  expect(await partial(), 'half-written files left behind').toEqual([])
})

it('rejects an address signed with another secret', async () => {
  const key = newKey()
  await open(url).write(key, chunks('secret'), { maxBytes: 6 })
  const foreign = createLocalStorage({ directory, baseUrl: url, secret: 'another secret' })
  expect((await fetch(await foreign.signedReadUrl(key, { seconds: 60 }))).status).toBe(404)
})

it('hides a file that is still being written', async () => {
  const key = newKey()
  const seen: (number | null)[] = []
  async function* watched() {
    yield Buffer.from('half')
    seen.push(await open(url).size(key), (await partial()).length)
    yield Buffer.from('whole')
  }
  await open(url).write(key, watched(), { maxBytes: 9 })
  expect(seen).toEqual([null, 1])
  expect(await read(open(url), key)).toBe('halfwhole')
})

it('ends the body when the write cannot begin', async () => {
  const file = path.join(directory, 'a-file')
  await writeFile(file, '')
  const nowhere = createLocalStorage({
    directory: file,
    baseUrl: url,
    secret: 'a secret of the tests',
  })
  const source = Readable.from(chunks('never read'))
  await expect(nowhere.write(newKey(), source, { maxBytes: 99 })).rejects.toThrow('ENOTDIR')
  expect(source.destroyed).toBe(true)
})

it('stores nothing of a signed upload that is cut off', async () => {
  const key = newKey()
  const address = await open(url).signedUploadUrl(key, {
    seconds: 60,
    contentType: 'image/png',
    bytes: 1_000_000,
  })
  const headers = { 'content-type': 'image/png', 'content-length': '1000000' }
  const upload = request(address, { method: 'PUT', headers, agent: false }).on(
    'error',
    () => undefined,
  )
  upload.write(Buffer.alloc(500_000))
  await expect.poll(partial).toHaveLength(1)
  upload.destroy()
  await expect.poll(partial).toHaveLength(0)
  expect(await open(url).size(key)).toBeNull()
})

it('stores nothing of a signed upload that is shorter than its length', async () => {
  const key = newKey()
  const address = await open(url).signedUploadUrl(key, {
    seconds: 60,
    contentType: 'image/png',
    bytes: 5,
  })
  const headers = { 'content-type': 'image/png', 'content-length': '5' }
  expect((await app.request(address, { method: 'PUT', headers, body: '123' })).status).toBe(404)
  expect(await open(url).size(key)).toBeNull()
})

it('deletes abandoned partial files, and none that may still be written', async () => {
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  for (const name of ['old', 'new']) await writeFile(path.join(directory, '.partial', name), 'half')
  await utimes(path.join(directory, '.partial/old'), yesterday, yesterday)
  await removeAbandoned(directory)
  expect(await partial()).toEqual(['new'])
  await rm(path.join(directory, '.partial/new'))
})
