import { expect, it, onTestFinished } from 'vitest'
import { startBucket } from '#testing/storage/bucket.ts'
import { chunks } from '#testing/storage/storage-suite.ts'
import { createS3Storage } from './s3-storage.ts'
import { NotStored, type StorageCall, StorageUnavailable, TooLarge } from './storage.ts'
import { watchStorage } from './watch-storage.ts'

const limits = { maxBytes: 100, contentType: 'text/plain' }

async function world() {
  const bucket = await startBucket('media')
  onTestFinished(() => bucket.stop())
  const calls: StorageCall[] = []
  const s3 = {
    endpoint: bucket.url,
    region: 'auto',
    bucket: 'media',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  }
  const storage = watchStorage(
    createS3Storage({ ...s3, patience: 2_000, stallTime: 2_000 }),
    (call) => calls.push(call),
  )
  return { bucket, calls, storage }
}

it('reports stored bytes, and missing files as missing', async () => {
  const { bucket, calls, storage } = await world()
  await storage.write('a/b.txt', chunks('hello'), limits)
  expect(bucket.objects.get('a/b.txt')?.body.toString()).toBe('hello')
  expect(await storage.size('a/b.txt')).toBe(5)
  expect(calls).toMatchObject([
    { operation: 'write', bytes: 5, error: null },
    { operation: 'size', error: null },
  ])
  await expect(storage.read('a/none.txt')).rejects.toThrow(NotStored)
  expect(calls).toHaveLength(2)
})

it('a bucket that refuses connections is unavailable until it accepts them', async () => {
  const { bucket, calls, storage } = await world()
  await bucket.goAway()
  await expect(storage.write('a/b.txt', chunks('hello'), limits)).rejects.toThrow(
    StorageUnavailable,
  )
  await expect(storage.read('a/b.txt')).rejects.toThrow(StorageUnavailable)
  expect(calls).toMatchObject([
    { operation: 'write', error: expect.any(StorageUnavailable) },
    { operation: 'read', error: expect.any(StorageUnavailable) },
  ])
  await bucket.comeBack()
  expect(await storage.write('a/b.txt', chunks('hello'), limits)).toMatchObject({ bytes: 5 })
})

it('a bucket that hangs times out', async () => {
  const { bucket, storage } = await world()
  bucket.hang(true)
  await expect(storage.write('a/b.txt', chunks('hello'), limits)).rejects.toThrow(
    /accepted no data for 2000 ms/,
  )
  await expect(storage.size('a/b.txt')).rejects.toThrow(StorageUnavailable)
  bucket.hang(false)
  expect(await storage.write('a/b.txt', chunks('hello'), limits)).toMatchObject({ bytes: 5 })
})

it('a failing or too large body is not a failure of the store', async () => {
  const { calls, storage } = await world()
  async function* broken() {
    yield Buffer.from('he')
    throw new Error('connection lost')
  }
  await expect(storage.write('a/b.txt', broken(), limits)).rejects.toThrow('connection lost')
  await expect(storage.write('a/b.txt', chunks('x'.repeat(101)), limits)).rejects.toThrow(TooLarge)
  expect(calls).toEqual([])
})

it('does not count the time spent waiting for bytes', async () => {
  const { calls, storage } = await world()
  const gate = Promise.withResolvers<void>()
  let waited = 0
  async function* late() {
    const since = performance.now()
    await gate.promise
    waited = performance.now() - since
    yield Buffer.from('hello')
  }
  setTimeout(gate.resolve, 200)
  const begun = performance.now()
  await storage.write('a/b.txt', late(), limits)
  const whole = performance.now() - begun
  expect(calls[0]?.ms).toBeLessThanOrEqual(whole - waited + 1)
})
