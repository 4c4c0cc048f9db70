import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { fluxDev } from '#catalogue/models/flux-dev.ts'
import { createLocalStorage } from '#storage/local/local-storage.ts'
import { readMoney, testAccount, testContext, testProvider } from '#testing/context.ts'
import { driveToEnd, readRow } from '#testing/drive.ts'
import { testFileHost } from '#testing/file-host.ts'
import { finishedJob } from '#testing/generations/finished-job.ts'
import { sweepFiles } from '../retention/sweep-files.ts'
import { deleteGenerations } from './delete-generation.ts'
import { listHistory } from './reading/list-history.ts'
import { readGeneration, setVisibility } from './reading/read-generation.ts'
import { startGeneration } from './starting/start-generation.ts'

const directory = await mkdtemp(path.join(tmpdir(), 'atelier-delete-'))
afterAll(() => rm(directory, { recursive: true, force: true }))
const host = await testFileHost()
const told: string[] = []
const context = await testContext({
  provider: testProvider(host.url),
  storage: createLocalStorage({ directory, baseUrl: 'http://localhost:3000', secret: 'test' }),
  changes: { publish: ({ generationId }) => void told.push(generationId), publishDue: () => undefined },
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
  const remove = (...ids: string[]) => deleteGenerations(context, { accountId: account.id, kind: 'image', ids })
  const history = () => listHistory(context, { accountId: account.id, kind: 'image', page: 1, pageSize: 10 })
  return { account, made, remove, history }
}

const filesOf = (id: string) => readdir(path.join(directory, 'generations', id)).catch(() => [])

describe('deleting a generation', () => {
  it('takes it out of every reading, and its files off the disk; the ledger stays', async () => {
    const { account, made, remove, history } = await owner()
    const [id, kept] = [await made(), await made()]
    expect(await filesOf(id)).toHaveLength(2)
    told.length = 0

    expect(await remove(id)).toBe(1)
    expect(told).toEqual([id])
    expect(await history()).toMatchObject({
      total: 1,
      generations: [{ row: { id: kept } }],
      stats: { creditsUsed: 30 },
    })
    await expect(readGeneration(context, account.id, id)).rejects.toThrow('not_found')
    await expect(setVisibility(context, { accountId: account.id, id, isPublic: true })).rejects.toThrow('not_found')
    await sweepFiles(context)
    expect(await filesOf(id)).toEqual([])
    expect(await filesOf(kept)).toHaveLength(2)
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 440, sum: 440 })
  })

  it('deletes once: again, foreign, missing and nonsense are all not found', async () => {
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

  it('of a mixed list, deletes what it may', async () => {
    const [mine, other] = [await owner(), await owner()]
    const [own, foreign] = [await mine.made(), await other.made()]
    expect(await mine.remove(own, own, foreign, 'nonsense')).toBe(1)
    expect(await readRow(context, foreign)).toMatchObject({ deleted_at: null })
    await sweepFiles(context)
    expect(await filesOf(foreign)).toHaveLength(2)
  })

  it('leaves alone what is being made, and refunds what still waits', async () => {
    const { account, remove } = await owner()
    const running = await finishedJob(context, host, { accountId: account.id, kind: 'image', output })
    await expect(remove(running)).rejects.toThrow('too_late')

    const waiting = await startGeneration(context, {
      accountId: account.id,
      model: fluxDev,
      input: { prompt: 'a fox' },
      requestId: 'again',
      isPublic: true,
    })
    expect(await remove(running, waiting.id)).toBe(1)
    expect(await readRow(context, waiting.id)).toMatchObject({ error_code: 'cancelled', deleted_at: expect.any(Date) })
    expect(await driveToEnd(context, running)).toMatchObject({ status: 'completed', deleted_at: null })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 470, sum: 470 })
  })

  it('does not free its request id: asking again still charges nothing', async () => {
    const { account, remove } = await owner()
    const request = { accountId: account.id, model: fluxDev, input: { prompt: 'x' }, requestId: 'r', isPublic: true }
    const { id } = await startGeneration(context, request)
    await remove(id)
    expect(await startGeneration(context, request)).toMatchObject({ id })
    expect(await readMoney(context, account.id)).toMatchObject({ balance: 500, entries: [{}, {}, {}] })
  })

  it('while its thumbnail is being made: the late thumbnail goes as well', async () => {
    const { account, remove } = await owner()
    const later: (() => Promise<void>)[] = []
    const background = { ...context.background, run: (work: () => Promise<void>) => void later.push(work) }
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
    await sweepFiles(context)
    expect(await filesOf(id)).toEqual([])
  })
})
