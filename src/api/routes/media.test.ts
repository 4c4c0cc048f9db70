import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { oneChunk } from '#services/media/one-chunk.ts'
import { testAccount } from '#testing/context.ts'
import { testStudio } from '#testing/studio.ts'

const studio = await testStudio()
const { database, storage } = studio.context

async function storedFile() {
  const account = await testAccount(studio.context)
  const id = uuid()
  const { bytes, sha256 } = await storage.write(`uploads/${id}.png`, oneChunk(Buffer.from('0123456789')), {
    maxBytes: 10,
  })
  const generationId = uuid()
  await database
    .insertInto('generation')
    .values({
      id: generationId,
      account_id: account.id,
      request_id: id,
      kind: 'image',
      generation_type: 'text-to-image',
      model: 'flux-dev',
      input: '{}',
      price: 1,
      requested: 1,
      status: 'completed',
      deadline: new Date(),
    })
    .execute()
  await database
    .insertInto('media')
    .values({
      id,
      account_id: account.id,
      generation_id: generationId,
      role: 'output',
      position: 0,
      storage_key: `uploads/${id}.png`,
      content_type: 'image/png',
      bytes,
      sha256,
    })
    .execute()
  return `http://localhost:3000/media/${id}/1.png`
}

it('serves a range, an ETag, and a name to save under', async () => {
  const url = await storedFile()
  const part = await studio.app.request(url, { headers: { range: 'bytes=2-4' } })
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])

  const whole = await studio.app.request(`${url}?download`)
  expect(whole.headers.get('content-disposition')).toMatch(
    /^attachment; filename=atelier-\d{4}-\d\d-\d\d-flux-dev-\w{6}-1\.png$/,
  )
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  const again = await studio.app.request(url, { headers: { 'if-none-match': whole.headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await studio.app.request(url, { headers: { range: 'bytes=10-' } })).status).toBe(416)
})

it.each(['x', '../../etc/passwd', uuid(), '%00', `${uuid()}'--`])('has nothing at /media/%s', async (id) => {
  expect((await studio.app.request(`http://localhost:3000/media/${id}/1.png`)).status).toBe(404)
})
