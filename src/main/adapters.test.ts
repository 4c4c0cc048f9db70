import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openStorage } from './adapters.ts'
import { readConfig } from './config.ts'
import { CannotStart } from './listen.ts'

const place = { url: 'http://localhost:3000', secret: 'a secret of the tests' }

const bucketAt = (endpoint: string) =>
  readConfig({
    ...{ STORAGE: 's3', S3_ENDPOINT: endpoint, S3_REGION: 'auto', S3_BUCKET: 'media' },
    ...{ S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' },
  })

/** A store that answers every request with this status, and nothing else. */
async function storeAnswering(status: number): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end()).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it.each([
  [
    'refuses connections',
    async () => 'http://127.0.0.1:9',
    /No answer for the bucket “media” .*\(ECONNREFUSED\)\./,
  ],
  ['answers 503', () => storeAnswering(503), /No answer for the bucket “media” .*\(503\)\./],
])(
  'opens a bucket that %s, reporting the outage, and fails without a listener for outages',
  async (_, open, text) => {
    const config = bucketAt(await open())
    const reports: string[] = []
    const storage = await openStorage(config, {
      ...place,
      onOutage: (problem) => void reports.push(problem),
    })
    expect(reports).toEqual([expect.stringMatching(text)])
    await expect(storage.size('a/b.png')).rejects.toThrow()
    await expect(openStorage(config, place)).rejects.toThrow(CannotStart)
  },
)

it('does not open a bucket that rejects the key, because waiting would not help', async () => {
  const config = bucketAt(await storeAnswering(403))
  const onOutage = () => expect.unreachable()
  await expect(openStorage(config, { ...place, onOutage })).rejects.toThrow(
    /The key may not use the bucket “media”/,
  )
})

it('signs addresses on the local disk with the installation’s own secret', async () => {
  const storage = await openStorage(readConfig({}), place)
  const url = await storage.signedReadUrl('a/b.png', { seconds: 60 })
  expect(url).toMatch(/^http:\/\/localhost:3000\/media\/signed\/a\/b\.png\?/)
  expect(storage.grantOf('GET', new URL(url))).toMatchObject({ key: 'a/b.png' })
})
