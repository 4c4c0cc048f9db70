import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openMedia } from '#core/downloads/open-media.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import type { AllParts } from '#core/parts.ts'
import { onlineMigrations } from '#core/schema/online-migrations.ts'
import { runOnlineMigrations } from '#core/worker/online-migrations.ts'
import { manifestOf, markingStudio } from '#testing/provenance.ts'
import { collectWorld, mediaOf, sha256 } from '#testing/services/collect-world.ts'
import { markStored } from './mark-stored.ts'
import { readMarking } from './read-marking.ts'

const { base, directory, filesOf, host, png, world } = await collectWorld()
const marking = markingStudio(base)
await runOnlineMigrations(base, onlineMigrations)

const away: Partial<AllParts> = {
  ...marking,
  signing: { ...marking.signing, current: () => Promise.reject(new Error('away')) },
}

async function makeImage(name: string, overrides: Partial<AllParts>) {
  const { context, account, start, end } = await world(overrides)
  const id = await start('image', { images: [{ url: host.serve(name, png) }] })
  await end(id)
  const media = async () => {
    const [found] = await mediaOf(context, id)
    if (!found) throw new Error('No file')
    return found
  }
  const { id: mediaId } = await media()
  await sql`update generation set is_public = true where id = ${id}`.execute(context.database)
  const open = (readerId: string | null) =>
    openMedia(context, { accountId: account.id, id: mediaId, readerId, thumbnail: false })
  return { id, account, media, open }
}

it('a result from before the studio marked its results is marked at its address', async () => {
  const { id, account, media, open } = await makeImage('before.png', { settings: base.settings })
  const before = await media()
  expect(before.mark).toBeNull()
  expect(await readMarking({ ...base, ...marking })).toMatchObject({
    ...{ isOn: true, waiting: 1, failed: 0, problem: null },
    certificate: { subject: 'CN=Studio & Co, O=Studio & Co', isOwn: true },
  })
  await markStored({ ...base, ...marking })

  const after = await media()
  expect(after).toMatchObject({
    ...{ id: before.id, mark: 'signed', digital_source: 'trainedAlgorithmicMedia' },
    ...{ received_sha256: sha256(png), thumbnail_key: before.thumbnail_key },
  })
  const file = await readFile(path.join(directory, after.storage_key))
  expect(after).toMatchObject({ sha256: sha256(file), bytes: file.length })
  expect(await manifestOf(marking, file, 'image/png')).toMatchObject({ state: 'trusted' })
  expect(await (await open(account.id)).bytes()).toBe(file.length)

  await sql`update storage_garbage set not_before = now()`.execute(base.database)
  await deleteOrphanedFiles(base)
  const kept = [after.storage_key, after.thumbnail_key].map((key) => path.basename(key ?? ''))
  expect((await filesOf(id)).toSorted()).toEqual(kept.toSorted())
})

it('a result whose mark failed is its owner’s alone until it is marked', async () => {
  const { account, media, open } = await makeImage('failed.png', away)
  expect((await media()).mark).toBe('failed')
  await expect(open(null)).rejects.toMatchObject({ refusal: { reason: 'not_found' } })
  expect(await (await open(account.id)).bytes()).toBe(png.length)

  await markStored({ ...base, ...away })
  expect((await media()).mark).toBe('failed')
  expect(await readMarking({ ...base, ...away })).toEqual({
    ...{ isOn: true, waiting: 0, failed: 1, certificate: null, problem: 'away' },
  })
  await markStored({ ...base, ...marking })
  expect((await media()).mark).toBe('signed')
  expect(await (await open(null)).bytes()).toBe((await media()).bytes)
})

it('a studio that stops marking holds nothing back', async () => {
  const { media, open } = await makeImage('released.png', away)
  await expect(open(null)).rejects.toMatchObject({ refusal: { reason: 'not_found' } })
  await markStored(base)
  expect((await media()).mark).toBeNull()
  expect(await (await open(null)).bytes()).toBe(png.length)
})

it('a record that was deleted meanwhile leaves no file behind', async () => {
  const { id, media } = await makeImage('deleted.png', { settings: base.settings })
  const { id: mediaId } = await media()
  const { storage } = base
  const context = {
    ...base,
    ...marking,
    storage: {
      ...storage,
      write: async (...file: Parameters<typeof storage.write>) => {
        await sql`delete from media where id = ${mediaId}`.execute(base.database)
        return storage.write(...file)
      },
    },
  }
  await markStored(context)
  await deleteOrphanedFiles(base)
  expect(await filesOf(id)).toEqual([])
})
