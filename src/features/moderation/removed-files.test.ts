import sharp from 'sharp'
import { expect, it } from 'vitest'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { collectWorld, mediaOf, sha256 } from '#testing/services/collect-world.ts'

const { filesOf, host, png, world } = await collectWorld()
const other = await sharp(png).negate().png().toBuffer()

async function removedWorld() {
  const made = await world()
  await made.context.database
    .insertInto('removed_file')
    .values({ sha256: sha256(png) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const images = (...files: Buffer[]) => ({
    images: files.map((file) => ({ url: host.serve(`${sha256(file)}.png`, file) })),
  })
  return { ...made, images }
}

it('a result that an operator removed before fails the generation, and is refunded', async () => {
  const { context, start, end, money, images } = await removedWorld()
  const id = await start('image', images(png))
  const ended = await end(id)
  expect(ended).toMatchObject({ status: 'failed', error_code: 'content_policy', refunded: 30 })
  expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  expect(await mediaOf(context, id)).toEqual([])
  await deleteOrphanedFiles(context)
  expect(await filesOf(id)).toEqual([])
})

it('the other results of the same job are kept, and the missing share is refunded', async () => {
  const { context, start, end, money, images } = await removedWorld()
  const id = await start('image', images(png, other), 2)
  expect(await end(id)).toMatchObject({ status: 'partial', refunded: 30 })
  expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  expect(await mediaOf(context, id)).toMatchObject([{ position: 1, sha256: sha256(other) }])
})
