import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { onSwift } from '#testing/storage/swift.ts'
import { readConfig } from '../config.ts'
import { checkStorage } from './check-storage.ts'

it('writes, reads and deletes on the disk, and reports what is missing', async () => {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'atelier-doctor-'))
  onTestFinished(() => rm(DATA_DIR, { recursive: true }))
  expect(await checkStorage(readConfig({ DATA_DIR }))).toMatchObject({ state: 'right' })
  const file = path.join(DATA_DIR, 'file')
  await writeFile(file, '')
  const text = expect.stringMatching(
    /Give the studio’s user this directory, and space on its disk\.$/,
  )
  expect(await checkStorage(readConfig({ DATA_DIR: file }))).toEqual({ state: 'wrong', text })
})

await onSwift('the doctor on a bucket', ({ s3 }) => {
  const check = (change: Record<string, string> = {}) =>
    checkStorage(
      readConfig({
        ...{ STORAGE: 's3', S3_ENDPOINT: s3.endpoint, S3_REGION: s3.region, S3_BUCKET: s3.bucket },
        ...{ S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
        ...change,
      }),
    )

  it('writes, reads and deletes in the bucket', async () => {
    expect(await check()).toEqual({ state: 'right', text: 'bucket media: written, read, deleted' })
  })

  it.each([
    [
      { S3_SECRET_ACCESS_KEY: 'wrong' },
      /^The key may not use .*“media”.* Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/,
    ],
    [{ S3_ACCESS_KEY_ID: 'nobody:here' }, /^The key may not use .*Check S3_ACCESS_KEY_ID/],
    [{ S3_BUCKET: 'other' }, /^There is no bucket “other”.*Make it, or correct S3_BUCKET\.$/],
    [{ S3_REGION: 'elsewhere' }, /Check S3_REGION and S3_ENDPOINT\.$/],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, /^No answer .*Check S3_ENDPOINT and the network\.$/],
  ])('reports what to do about %o', async (change, text) => {
    expect(await check(change)).toEqual({ state: 'wrong', text: expect.stringMatching(text) })
  })
})
