import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#core/credits/verify-ledger.ts'
import { readGeneration, setVisibility } from '#core/generations/read-generation.ts'
import { startGeneration } from '#core/generations/start-generation.ts'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import { readMoney, testAccount, testContext, testProviders } from '#testing/context.ts'
import { driveToEnd, readRow } from '#testing/drive.ts'
import { storedFilesOf, testFileHost } from '#testing/files.ts'
import { finishedJob } from '#testing/finished-generations.ts'
import { fluxDev } from '#testing/models.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { markFavorite } from './change-records.ts'
import { deleteGenerations, restoreGenerations } from './delete-generations.ts'
import { listHistory } from './list-history.ts'
import { indexHistories } from './maintain-index.ts'
import { purgeDeleted } from './retention.ts'

const directory = await createTemporaryDirectory('delete')
afterAll(() => removeTemporaryDirectory(directory))
const host = await testFileHost()
const published: string[] = []
const context = await testContext({
  providers: testProviders(host.url),
  storage: createLocalStorage({ directory, baseUrl: 'http://localhost:3000', secret: 'test' }),
  changes: {
    publish: ({ generationId }) => void published.push(generationId),
    publishDue: () => undefined,
    publishRevocation: () => undefined,
  },
})
const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#25a' } })
  .jpeg()
  .toBuffer()
const output = { images: [{ url: host.serve('one.jpg', jpeg) }] }

async function owner() {
  const account = await testAccount(context, { credits: 500 })
  const made = async () => {
    const id = await finishedJob(context, host, { accountId: account.id, kind: 'image', output })
    await driveToEnd(context, id)
    await context.background.idle()
    return id
  }
  const remove = async (...ids: string[]) =>
    (await deleteGenerations(context, { accountId: account.id, kind: 'image', ids })).count
  const restore = (...ids: string[]) => restoreGenerations(context, { accountId: account.id, ids })
  const history = () =>
    listHistory(context, { accountId: account.id, kind: 'image', page: 1, pageSize: 10 })
  return { account, made, remove, restore, history }
}

/** Ends the time to undo, and purges. */
async function purge() {
  await sql`update purge set purge_at = now()`.execute(context.database)
  await purgeDeleted(context)
  await deleteOrphanedFiles(context)
}

const filesOf = storedFilesOf.bind(null, directory)

describe('deleting a generation', () => {
  it('hides it everywhere, and later removes its files from disk; the ledger stays', async () => {
    const { account, made, remove, history } = await owner()
    const [id, kept] = [await made(), await made()]
    expect(await filesOf(id)).toHaveLength(2)
    published.length = 0

    expect(await remove(id)).toBe(1)
    expect(published).toEqual([id])
    expect(await history()).toMatchObject({
      total: 1,
      generations: [{ row: { id: kept } }],
      stats: { creditsUsed: 30 },
    })
    await expect(readGeneration(context, account.id, id)).rejects.toThrow('not_found')
    await expect(
      setVisibility(context, { accountId: account.id, id, isPublic: true }),
    ).rejects.toThrow('not_found')
    await purgeDeleted(context)
    await deleteOrphanedFiles(context)
    expect(await filesOf(id)).toHaveLength(2)
    await purge()
    expect(await filesOf(id)).toEqual([])
    expect(await filesOf(kept)).toHaveLength(2)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 440, sum: 440 })
  })

  it('deletes once: repeated, another account’s, missing and invalid ids are not found', async () => {
    const [mine, other] = [await owner(), await owner()]
    const id = await mine.made()
    for (const ids of [[id], ['01990000-0000-7000-8000-000000000000'], ['nonsense']]) {
      await expect(other.remove(...ids)).rejects.toThrow('not_found')
    }
    const video = { accountId: mine.account.id, kind: 'video' as const, ids: [id] }
    await expect(deleteGenerations(context, video)).rejects.toThrow('not_found')
    expect(await mine.remove(id)).toBe(1)
    await expect(mine.remove(id)).rejects.toThrow('not_found')
  })

  it('deletes the allowed ones of a mixed list', async () => {
    const [mine, other] = [await owner(), await owner()]
    const [own, foreign] = [await mine.made(), await other.made()]
    expect(await mine.remove(own, own, foreign, 'nonsense')).toBe(1)
    expect(await readRow(context, foreign)).toMatchObject({ deleted_at: null })
    await purge()
    expect(await filesOf(foreign)).toHaveLength(2)
  })

  it('keeps what is running, and refunds what still waits', async () => {
    const { account, remove } = await owner()
    const running = await finishedJob(context, host, {
      accountId: account.id,
      kind: 'image',
      output,
    })
    await expect(remove(running)).rejects.toThrow('too_late')

    const waiting = await startGeneration(context, {
      accountId: account.id,
      model: fluxDev,
      input: { prompt: 'a fox' },
      requestId: 'again',
      isPublic: true,
    })
    expect(await remove(running, waiting.id)).toBe(1)
    expect(await readRow(context, waiting.id)).toMatchObject({
      error_code: 'cancelled',
      deleted_at: expect.any(Date),
    })
    expect(await driveToEnd(context, running)).toMatchObject({
      status: 'completed',
      deleted_at: null,
    })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 470, sum: 470 })
  })

  it('does not free its request id: a repeated request still charges nothing', async () => {
    const { account, remove } = await owner()
    const request = {
      accountId: account.id,
      model: fluxDev,
      input: { prompt: 'x' },
      requestId: 'r',
      isPublic: true,
    }
    const { id } = await startGeneration(context, request)
    await remove(id)
    expect(await startGeneration(context, request)).toMatchObject({ id })
    expect(await readMoney(context, account.id)).toMatchObject({
      balance: 500,
      entries: [{}, {}, {}],
    })
  })

  it('while its thumbnail is being made also deletes the late thumbnail', async () => {
    const { account, remove } = await owner()
    const later: (() => Promise<void>)[] = []
    const background = {
      ...context.background,
      run: (work: () => Promise<void>) => void later.push(work),
      // A thumbnail that is drawn at once is recorded with its image.
      tryRun: () => null,
    }
    const id = await finishedJob(context, host, { accountId: account.id, kind: 'image', output })
    const storage = {
      ...context.storage,
      write: async (...[key, body, options]: Parameters<typeof context.storage.write>) => {
        const stored = await context.storage.write(key, body, options)
        if (key.endsWith('.webp')) await remove(id)
        return stored
      },
    }
    await driveToEnd({ ...context, background, storage }, id)
    for (const work of later) await work()
    expect(await filesOf(id)).toHaveLength(2)
    await purge()
    expect(await filesOf(id)).toEqual([])
  })
})

describe('undoing a deletion', () => {
  it('restores the record with its files, favourite and position, and notifies its account', async () => {
    const { account, made, restore, history } = await owner()
    const [first, second] = [await made(), await made()]
    const mark = {
      accountId: account.id,
      kind: 'image' as const,
      id: first,
      isFavorite: true,
      tags: ['fox'],
    }
    await markFavorite(context, mark)
    const [before, page] = [await readGeneration(context, account.id, first), await history()]
    const { undoUntil } = await deleteGenerations(context, {
      accountId: account.id,
      kind: 'image',
      ids: [first],
    })
    expect(Math.abs(undoUntil.getTime() - Date.now() - context.undoTime)).toBeLessThan(
      context.undoTime / 2,
    )
    expect(await history()).toMatchObject({ total: 1, stats: { favorites: 0, creditsUsed: 30 } })
    published.length = 0

    await purgeDeleted(context)
    expect(await restore(first)).toBe(1)
    expect(published).toEqual([first])
    const after = await readGeneration(context, account.id, first)
    expect(after).toEqual({ ...before, row: { ...before.row, updated_at: after.row.updated_at } })
    expect(await history()).toMatchObject({
      total: 2,
      stats: page.stats,
      generations: [{ row: { id: second } }, { row: { id: first } }],
    })
    await purge()
    expect(await filesOf(first)).toHaveLength(2)
    expect(await restore(first)).toBe(1)
    expect(published).toEqual([first])
  })

  it('leaves what was cancelled by the deletion cancelled and refunded', async () => {
    const { account, remove, restore } = await owner()
    const request = {
      accountId: account.id,
      model: fluxDev,
      input: { prompt: 'x' },
      requestId: 'r',
      isPublic: true,
    }
    const { id } = await startGeneration(context, request)
    await remove(id)
    expect(await restore(id)).toBe(1)
    const { row } = await readGeneration(context, account.id, id)
    expect(row).toMatchObject({
      status: 'failed',
      error_code: 'cancelled',
      refunded: 30,
      deleted_at: null,
    })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 500, sum: 500 })
  })

  it('is for the owner alone, counts what was restored, and ends with the purge', async () => {
    const [mine, other] = [await owner(), await owner()]
    const [one, two] = [await mine.made(), await mine.made()]
    await mine.remove(one, two)
    for (const ids of [[one], ['nonsense'], ['01990000-0000-7000-8000-000000000000']]) {
      await expect(other.restore(...ids)).rejects.toThrow('not_found')
    }
    expect(await mine.restore(one, one, 'nonsense')).toBe(1)
    await purge()
    await expect(mine.restore(two)).rejects.toThrow('not_found')
    expect(await mine.restore(one, two)).toBe(1)
  })
})

describe('the purge', () => {
  it('deletes the texts, keeps the row for the ledger, and a repeated request id still charges nothing', async () => {
    const { account, remove } = await owner()
    const input = { prompt: 'a secret fox', image_size: 'square' }
    const request = { accountId: account.id, model: fluxDev, input, requestId: 'r', isPublic: true }
    const { id } = await startGeneration(context, request)
    const mark = {
      accountId: account.id,
      kind: 'image' as const,
      id,
      isFavorite: true,
      tags: ['secret'],
    }
    await markFavorite(context, mark)
    await remove(id)
    await purge()
    const row = await readRow(context, id)
    expect(row).toMatchObject({
      input: {},
      answer: null,
      terms: [],
      tags: [],
      price: 30,
      refunded: 30,
    })
    expect(JSON.stringify(row)).not.toContain('secret')
    expect(await startGeneration(context, request)).toMatchObject({ id })
    expect(await verifyLedger(context)).toMatchObject({ faults: [] })
  })

  it('deletes its search words, except those that other records have too', async () => {
    const { account, made, remove } = await owner()
    const [gone, kept] = [await made(), await made()]
    await sql`update generation set terms = array['fox', case when id = ${gone} then 'secret' else 'den' end]
      where account_id = ${account.id}`.execute(context.database)
    await sql`update account set last_number = 1023 where id = ${account.id}`.execute(
      context.database,
    )
    expect((await indexHistories(context, account.id)).sealed).toBe(1)
    const terms = async () =>
      (
        await sql<{ term: string }>`
          select term from history_term where account_id = ${account.id} order by term`.execute(
          context.database,
        )
      ).rows.map(({ term }) => term)
    expect(await terms()).toContain('secret')

    await remove(gone)
    await purge()
    expect(await terms()).toEqual(['#status:completed', 'd', 'de', 'den', 'f', 'fo', 'fox'])
    const { rows } = await sql<{ most: number }>`
      select max(bit_count(bits))::int as most from history_term where account_id = ${account.id}`.execute(
      context.database,
    )
    expect(rows).toEqual([{ most: 1 }])
    const { faults } = await verifyLedger(context)
    expect(faults.filter(({ fault }) => fault !== 'numbers_differ')).toEqual([])
    const search = { accountId: account.id, kind: 'image' as const, page: 1, pageSize: 10 }
    expect(await listHistory(context, { ...search, filters: { search: 'fox' } })).toMatchObject({
      total: 1,
      generations: [{ row: { id: kept } }],
    })
  })
})
