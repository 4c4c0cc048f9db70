import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { oneChunk, storeFile } from '#core/media/stored-files.ts'
import type { NewMedia } from '#core/media/tables.ts'
import { deleteOldUploads } from '#core/media/uploads/delete-old-uploads.ts'
import { isDistributed } from '#platform/database/distributed/accounts-shard.ts'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { testAccount, testContext, testProviders } from '#testing/context.ts'
import { testDatabase } from '#testing/database/database.ts'
import { someLockWait } from '#testing/database/sessions.ts'
import { driveToEnd } from '#testing/drive.ts'
import { testFileHost } from '#testing/files.ts'
import { finishedJob } from '#testing/finished-generations.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { deleteGenerations, restoreGenerations } from './delete-generations.ts'
import { purgeDeleted } from './retention.ts'

const directory = await createTemporaryDirectory('retention')
afterAll(() => removeTemporaryDirectory(directory))
const host = await testFileHost()
const storage = createLocalStorage({ directory, baseUrl: 'http://localhost:3000', secret: 'test' })
const context = await testContext({ storage, providers: testProviders(host.url) })
const { database } = context
/** A second process on the same database. */
const otherProcess = { ...context, database: await testDatabase() }
const account = await testAccount(context, { credits: 1_000_000 })

/** Returns every file on disk, by its key. */
async function onDisk(): Promise<string[]> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

/** Returns every file that a record names. */
async function recorded(): Promise<string[]> {
  const rows = await database.selectFrom('media').select(['storage_key', 'thumbnail_key']).execute()
  return [
    ...new Set(rows.flatMap((row) => [row.storage_key, row.thumbnail_key ?? []]).flat()),
  ].toSorted()
}

const listed = async () =>
  (await database.selectFrom('storage_garbage').select('storage_key').execute()).map(
    (row) => row.storage_key,
  )

const write = (key: string) =>
  storeFile(context, key, oneChunk(Buffer.from(key)), { maxBytes: 99, contentType: 'image/png' })

const record = (media: Partial<NewMedia> & { storage_key: string }) =>
  database
    .insertInto('media')
    .values({
      id: randomUUID(),
      account_id: account.id,
      generation_id: null,
      role: 'input',
      position: 0,
      thumbnail_key: null,
      content_type: 'image/png',
      bytes: 1,
      sha256: '',
      width: null,
      height: null,
      ...media,
    })
    .execute()

const upload = async (key: string, hours = 0) => {
  await write(key)
  await record({ storage_key: key, created_at: new Date(Date.now() - hours * 3_600_000) })
}

beforeEach(async () => {
  await database.deleteFrom('media').execute()
  await sql`update storage_garbage set not_before = now()`.execute(database)
  await deleteOrphanedFiles(context)
  expect(await onDisk()).toEqual([])
})

/** Inserts a finished generation with a recorded file and thumbnail. */
async function generation(): Promise<string> {
  const id = await finishedJob(context, host, { accountId: account.id, kind: 'image', output: {} })
  await driveToEnd(context, id)
  const [storage_key, thumbnail_key] = [`generations/${id}/0.png`, `generations/${id}/0-small.webp`]
  await Promise.all([write(storage_key), write(thumbnail_key)])
  await record({ generation_id: id, role: 'output', storage_key, thumbnail_key })
  return id
}

describe('uploads', () => {
  it('that are unused for a day are deleted with their files; everything else stays', async () => {
    await upload('uploads/old', 25)
    await upload('uploads/young', 23)
    const used = await generation()
    await write('uploads/used')
    await record({ generation_id: used, storage_key: 'uploads/used', created_at: new Date(0) })
    await deleteOldUploads(context)
    await deleteOrphanedFiles(context)
    expect(await onDisk()).toEqual(
      [
        `generations/${used}/0-small.webp`,
        `generations/${used}/0.png`,
        'uploads/used',
        'uploads/young',
      ].toSorted(),
    )
  })

  it('that a generation is being charged for stay', async () => {
    const id = await generation()
    await upload('uploads/late', 25)
    await database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('media')
        .set({ generation_id: id })
        .where('storage_key', '=', 'uploads/late')
        .execute()
      await deleteOldUploads(context)
    })
    await deleteOrphanedFiles(context)
    expect(await onDisk()).toContain('uploads/late')
  })
})

describe('the cleanup of files', () => {
  it('keeps a listed file without a record for a day', async () => {
    await write('generations/a/0.png')
    await deleteOrphanedFiles(context)
    expect(await onDisk()).toEqual(['generations/a/0.png'])
    await sql`update storage_garbage set not_before = now()
      where not_before < now() + interval '1 day'`.execute(database)
    await deleteOrphanedFiles(context)
    expect(await onDisk()).toEqual([])
    expect(await listed()).toEqual([])
  })

  it('never deletes a recorded file, although it is listed', async () => {
    await upload('uploads/named')
    // In a cluster its record is on another shard: the list keeps the name until the cleanup.
    if (!isDistributed(database)) expect(await listed()).toEqual([])
    await sql`insert into storage_garbage (storage_key, account_id)
      values ('uploads/named', ${randomUUID()})`.execute(database)
    await sql`update storage_garbage set not_before = now()`.execute(database)
    await deleteOrphanedFiles(context)
    expect(await onDisk()).toEqual(['uploads/named'])
    expect(await listed()).toEqual([])
  })

  it('deletes the file before the row, and retries later when storage fails', async () => {
    const healthy = storage.delete
    await Promise.all(['x/1', 'x/2', 'x/3'].map(write))
    await sql`update storage_garbage set not_before = now()`.execute(database)
    const refusing = {
      ...storage,
      delete: (key: string) => (key === 'x/2' ? Promise.reject(new Error('down')) : healthy(key)),
    }
    await deleteOrphanedFiles({ ...context, storage: refusing })
    expect(await onDisk()).toEqual(['x/2'])
    expect(await listed()).toEqual(['x/2'])
    await deleteOrphanedFiles(context)
    expect(await onDisk()).toEqual(['x/2'])

    await sql`update storage_garbage set not_before = now()`.execute(database)
    await deleteOrphanedFiles(context)
    expect(await onDisk()).toEqual([])
  })

  it('keeps a file whose name is written again during the cleanup', async () => {
    await write('x/again')
    await sql`update storage_garbage set not_before = now()`.execute(database)
    let writing: Promise<void> | undefined
    const slow = {
      ...storage,
      delete: async (key: string) => {
        writing ??= write(key)
          .then(() => record({ storage_key: key }))
          .then(() => undefined)
        // The new writer must be blocked by this cleanup by now, or it would have written.
        await Promise.race([writing, someLockWait(database)])
        await storage.delete(key)
      },
    }
    await deleteOrphanedFiles({ ...context, storage: slow })
    await writing
    expect(await onDisk()).toEqual(['x/again'])
    expect(await recorded()).toEqual(['x/again'])
  })
})

const deeds = [
  ...(['make', 'upload', 'orphan', 'use', 'reuse'] as const),
  ...(['delete', 'restore', 'purge', 'sweep', 'forget'] as const),
]
type Move = { do: (typeof deeds)[number]; pick: number }

const moves = fc.array(fc.record({ do: fc.constantFrom(...deeds), pick: fc.nat(20) }), {
  minLength: 5,
  maxLength: 30,
})

/** Ends the time to undo of everything deleted now, and purges. */
async function purge() {
  await sql`update purge set purge_at = now()`.execute(database)
  await Promise.all([purgeDeleted(context), purgeDeleted(otherProcess)])
}

describe('after any sequence of creating, using, deleting, restoring and cleanup', () => {
  it('every recorded file exists, and in the end no other', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (sequence) => {
        const world: World = { generations: [], uploads: [], deleted: [], retired: [] }
        for (const move of sequence) {
          await step(world, move)
          const disk = new Set(await onDisk())
          expect((await recorded()).filter((key) => !disk.has(key))).toEqual([])
        }
        await deleteOldUploads(context)
        await purge()
        await sql`update storage_garbage set not_before = now()`.execute(database)
        await Promise.all([deleteOrphanedFiles(context), deleteOrphanedFiles(context)])
        await deleteOrphanedFiles(context)
        expect(await onDisk()).toEqual(await recorded())
        expect(await listed()).toEqual([])
        for (const id of world.generations)
          expect(await recorded()).toContain(`generations/${id}/0.png`)
      }),
      { numRuns: 15 },
    )
  })

  type World = Record<'generations' | 'uploads' | 'deleted' | 'retired', string[]>

  async function step(world: World, move: Move) {
    const pick = (list: string[]) => list[move.pick % Math.max(1, list.length)]
    const key = `uploads/${randomUUID()}`
    const [chosen, used, old] = [pick(world.generations), pick(world.uploads), pick(world.retired)]
    const hidden = pick(world.deleted)
    if (move.do === 'make') world.generations.push(await generation())
    if (move.do === 'orphan') await write(key)
    if (move.do === 'sweep')
      await Promise.all([deleteOrphanedFiles(context), deleteOrphanedFiles(context)])
    if (move.do === 'forget') await deleteOldUploads(context)
    if (move.do === 'upload') {
      await upload(key, move.pick % 2 === 0 ? 25 : 1)
      world.uploads.push(key)
    }
    if (move.do === 'delete' && chosen) {
      await deleteGenerations(context, { accountId: account.id, kind: 'image', ids: [chosen] })
      world.generations = world.generations.filter((id) => id !== chosen)
      world.deleted.push(chosen)
    }
    if (move.do === 'restore' && hidden) {
      await restoreGenerations(context, { accountId: account.id, ids: [hidden] })
      world.deleted = world.deleted.filter((id) => id !== hidden)
      world.generations.push(hidden)
    }
    if (move.do === 'purge') {
      await purge()
      world.retired.push(...world.deleted.splice(0).map((id) => `generations/${id}/0.png`))
    }
    if (move.do === 'use' && used && chosen) {
      const taken = { generation_id: chosen, position: world.uploads.indexOf(used) }
      await database.updateTable('media').set(taken).where('storage_key', '=', used).execute()
    }
    if (move.do === 'reuse' && old) await upload(old)
  }
})
