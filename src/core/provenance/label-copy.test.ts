import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { openMedia } from '#core/downloads/open-media.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { collectWorld, mediaOf } from '#testing/services/collect-world.ts'
import { testSettings } from '#testing/settings.ts'
import type { VisibleLabel } from './rules/visible-label.ts'

const { base, host, world } = await collectWorld()
const marking = markingStudio(base)
const label: VisibleLabel = { place: 'bottom_right', size: 'medium', language: 'en' }
const settings = testSettings({ mark_results: true, visible_label: label })

/** A public image of one colour, and how its owner and others read it. */
async function makeImage(format: 'png' | 'jpeg' | 'webp', shown = settings) {
  const { context, account, start, end } = await world({ ...marking, settings: shown })
  const create = { width: 400, height: 300, channels: 3, background: '#2040e0' } as const
  const file = await sharp({ create }).toFormat(format).toBuffer()
  const id = await start('image', { images: [{ url: host.serve(`label.${format}`, file) }] })
  await end(id)
  await sql`update generation set is_public = true where id = ${id}`.execute(context.database)
  const [media] = await mediaOf(context, id)
  if (!media) throw new Error('No file')
  const read = async (readerId: string | null, thumbnail = false, withSettings = false) => {
    const asked = { accountId: account.id, id: media.id, readerId, thumbnail, withSettings }
    const opened = await openMedia(context, asked)
    const content = await buffer(await opened.open())
    expect(content.length).toBe(await opened.bytes())
    return { content, tag: opened.tag }
  }
  return { context, account, media, read }
}

/** Whether any pixel of a part of an image is of another colour than its first one. */
async function isDrawnOn(image: Buffer, part: 'top' | 'bottom'): Promise<boolean> {
  const { width = 0, height = 0 } = await sharp(image).metadata()
  const half = Math.floor(height / 2)
  const area = { left: 0, top: part === 'top' ? 0 : half, width, height: half }
  const { channels } = await sharp(await sharp(image).extract(area).png().toBuffer()).stats()
  return channels.some(({ min, max }) => max - min > 40)
}

it.each(['png', 'jpeg', 'webp'] as const)(
  'others see a label on an image as %s, its owner does not',
  async (format) => {
    const { context, account, read } = await makeImage(format)
    const own = await read(account.id)
    expect(await isDrawnOn(own.content, 'bottom')).toBe(false)
    const { content } = await read(null)
    expect([await isDrawnOn(content, 'top'), await isDrawnOn(content, 'bottom')]).toEqual([
      false,
      true,
    ])
    expect(await sharp(content).metadata()).toMatchObject({ format, width: 400, height: 300 })
    expect(await manifestOf(context, content, `image/${format}`)).toMatchObject({
      state: 'trusted',
      actions: [{ action: 'c2pa.opened' }, { action: 'c2pa.converted' }],
      ingredients: [{ relationship: 'parentOf', hasManifest: true }],
    })
  },
)

it('thumbnails and downloads of others have it, too, and a reader that continues gets the same copy', async () => {
  const { account, read } = await makeImage('png')
  expect(await isDrawnOn((await read(null, true)).content, 'bottom')).toBe(true)
  expect(await isDrawnOn((await read(account.id, true)).content, 'bottom')).toBe(false)
  const [first, second] = [await read(null, false, true), await read(null)]
  expect(await isDrawnOn(first.content, 'bottom')).toBe(true)
  expect(second.tag).toBe(first.tag)
})

it('nothing is drawn where the operator wants none', async () => {
  const { read } = await makeImage('png', marking.settings)
  expect(await isDrawnOn((await read(null)).content, 'bottom')).toBe(false)
})

it('the poster of a video has it, the video is not changed', async () => {
  const { context, media, read } = await makeImage('png')
  const own = await buffer(await context.storage.read(media.storage_key))
  await sql`update media set content_type = 'video/mp4' where id = ${media.id}`.execute(
    context.database,
  )
  expect(await isDrawnOn((await read(null, true)).content, 'bottom')).toBe(true)
  expect((await read(null)).content).toEqual(own)
})
