import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { testAccount, testContext, testProviders } from '#testing/context.ts'
import { driveToEnd } from '#testing/drive.ts'
import { testFileHost } from '#testing/files.ts'
import { finishedJob } from '#testing/finished-generations.ts'
import { makeThumbnail, makeThumbnails } from './make-thumbnails.ts'

const host = await testFileHost()
const { signal } = new AbortController()
const background = {
  run: () => undefined,
  tryRun: () => null,
  signal,
  idle: async () => undefined,
  stop: async () => undefined,
}
const context = await testContext({ providers: testProviders(host.url), background })
const account = await testAccount(context)
const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#ccc' } })
  .png()
  .toBuffer()

/** An image with a valid header and end, and zeros in between. */
const hollow = Buffer.from(png).fill(0, png.length - 40, png.length - 20)

async function ended(file: Buffer) {
  const url = host.serve(`${file.length}.png`, file)
  const id = await finishedJob(context, host, {
    accountId: account.id,
    kind: 'image',
    output: { images: [{ url }] },
  })
  expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
  return () =>
    context.database
      .selectFrom('media')
      .selectAll()
      .where('generation_id', '=', id)
      .executeTakeFirstOrThrow()
}

it('makes a thumbnail after a crash, once with concurrent workers', async () => {
  const media = await ended(png)
  await Promise.all([makeThumbnails(context), makeThumbnails(context)])
  const first = await media()
  expect(first).toMatchObject({
    thumbnail_key: expect.stringMatching(/webp$/),
    thumbnail_tried_at: expect.any(Date),
  })
  await makeThumbnails(context)
  expect(await media()).toEqual(first)
})

it('retries while storage fails', async () => {
  const media = await ended(png)
  const broken = { ...context.storage, read: () => Promise.reject(new Error('down')) }
  await makeThumbnails({ ...context, storage: broken })
  expect(await media()).toMatchObject({ thumbnail_key: null, thumbnail_tried_at: null })
  await makeThumbnails(context)
  expect(await media()).toMatchObject({ thumbnail_key: expect.any(String) })
})

it('does not retry for ever where nothing can be drawn', async () => {
  const media = await ended(hollow)
  await makeThumbnails(context)
  expect(await media()).toMatchObject({ thumbnail_key: null, thumbnail_tried_at: expect.any(Date) })
})

it('makes one for a file and its copies', async () => {
  const media = await ended(png)
  const { id: _, generation_id: __, ...file } = await media()
  const copy = { ...file, id: uuid(), generation_id: null, role: 'input' as const }
  await context.database.insertInto('media').values(copy).execute()
  await makeThumbnail(context, await media())
  const { thumbnail_key } = await media()
  const copied = await context.database
    .selectFrom('media')
    .selectAll()
    .where('id', '=', copy.id)
    .executeTakeFirst()
  expect(thumbnail_key).toEqual(expect.any(String))
  expect(copied?.thumbnail_key).toBe(thumbnail_key)
})
