import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { deleteGenerations } from '#core/history/delete-generations.ts'
import { type HistoryFilters, listHistory } from '#core/history/list-history.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import { oneChunk } from '#core/media/stored-files.ts'
import { takeUpload } from '#core/media/uploads/take-upload.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import { runOnlineMigrations } from '#core/worker/online-migrations.ts'
import { drawing } from '#testing/drawings.ts'
import { collectWorld, mediaOf } from '#testing/services/collect-world.ts'
import { findNearCopies } from './find-near-copies.ts'
import { readAppearances } from './read-appearances.ts'

const { base, host, world } = await collectWorld()
await runOnlineMigrations(base, onlineMigrations)

const { context, account, start, end } = await world()
const accountId = account.id

async function makeImage(name: string, image: Buffer): Promise<string> {
  const id = await start('image', { images: [{ url: host.serve(name, image) }] })
  await end(id)
  return id
}

/** Uploads an image, and answers its address. */
async function upload(image: Buffer, whose = accountId): Promise<string> {
  const body = oneChunk(image)
  const media = await takeUpload(context, { accountId: whose, accept: 'image', body })
  return mediaAddress(media, 'file')
}

const shown = async (filters: HistoryFilters) => {
  const order = { accountId, kind: 'image', page: 1, pageSize: 50, filters } as const
  const { generations, total } = await listHistory(context, order)
  expect(total).toBe(generations.length)
  return generations.map(({ row }) => row.id)
}

const image = await sharp(drawing(1)).png().toBuffer()
const copy = await sharp(image).resize(300).jpeg({ quality: 60 }).toBuffer()
const other = await sharp(drawing(2)).png().toBuffer()
const green = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#20a040' } })
  .png()
  .toBuffer()

const first = await makeImage('first.png', image)
const second = await makeImage('second.jpg', copy)
const third = await makeImage('third.png', other)
const plain = await makeImage('plain.png', green)

it('near copies of a record are found in its history', async () => {
  expect(await shown({ near: first })).toEqual([second, first])
  expect(await shown({ near: third })).toEqual([third])
  expect(await shown({ near: plain })).toEqual([])
  expect(await shown({ near: first, onlyFavorites: true })).toEqual([])
})

it('images are found by a colour that dominates them', async () => {
  expect(await shown({ color: 'green' })).toContain(plain)
  expect(await shown({ color: 'green', near: first })).not.toContain(plain)
  expect(await shown({ color: 'teal' })).not.toContain(plain)
})

it('an upload that the account has already is recognised, but not in other accounts', async () => {
  const found = await findNearCopies(context, { accountId, address: await upload(copy) })
  expect(found).toEqual([second, first].map((id) => ({ id, kind: 'image' })))
  const { account: stranger } = await world()
  const foreign = await upload(copy, stranger.id)
  expect(await findNearCopies(context, { accountId: stranger.id, address: foreign })).toEqual([])
  for (const address of [foreign, '/media/nonsense'])
    await expect(findNearCopies(context, { accountId, address })).rejects.toMatchObject({
      refusal: { reason: 'not_found' },
    })
})

it('a deleted record is no copy', async () => {
  const gone = await makeImage('gone.png', other)
  await deleteGenerations(context, { accountId, kind: 'image', ids: [gone] })
  expect(await findNearCopies(context, { accountId, address: await upload(other) })).toEqual([
    { id: third, kind: 'image' },
  ])
})

it('how older results look is read from their thumbnails, once', async () => {
  const [before] = await mediaOf(context, first)
  expect(before?.perceptual_hash).toMatch(/^[01]{256}$/)
  const forget = sql`update media set colors = null, perceptual_hash = null where generation_id = ${first}`
  await forget.execute(context.database)
  expect(await shown({ near: second })).toEqual([second])
  await readAppearances(context)
  const [after] = await mediaOf(context, first)
  expect(after?.colors).toBe(before?.colors)
  expect(await shown({ near: second })).toEqual([second, first])

  await forget.execute(context.database)
  await context.storage.delete(after?.thumbnail_key ?? '')
  await readAppearances(context)
  expect((await mediaOf(context, first))[0]).toMatchObject({ colors: 0, perceptual_hash: null })
})
