import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { CannotStart } from '../listen.ts'
import { openStorage } from './open-storage.ts'

const place = { url: 'http://localhost:3000', secret: 'a secret of the tests' }

it('does not start without its bucket, and says in a sentence why', async () => {
  const config = readConfig({
    STORAGE: 's3',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_REGION: 'auto',
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  const problem = await openStorage(config, place).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(CannotStart)
  expect(String(problem)).toMatch(/Nobody answers for the bucket “media” at http:\/\/127\.0\.0\.1:9 \(ECONNREFUSED\)\./)
})

it('signs addresses on the local disk with the studio’s own', async () => {
  const storage = await openStorage(readConfig({}), place)
  const url = await storage.signedReadUrl('a/b.png', { seconds: 60 })
  expect(url).toMatch(/^http:\/\/localhost:3000\/media\/signed\/a\/b\.png\?/)
  expect(storage.grantOf('GET', new URL(url))).toMatchObject({ key: 'a/b.png' })
})
