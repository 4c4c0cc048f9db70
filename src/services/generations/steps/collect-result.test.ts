import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { Kind } from '#catalogue/kind.ts'
import type { ServiceContext } from '#services/context.ts'
import { sweepFiles } from '#services/retention/sweep-files.ts'
import { createLocalStorage } from '#storage/local/local-storage.ts'
import type { Storage } from '#storage/storage.ts'
import { readMoney, testAccount, testContext, testProvider } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { sampleFile, testFileHost } from '#testing/file-host.ts'
import { finishedJob } from '#testing/generations/finished-job.ts'
import { collectResult } from './collect-result.ts'
import { runStep } from './run-step.ts'

const host = await testFileHost()
const directory = await mkdtemp(path.join(tmpdir(), 'atelier-collect-'))
afterAll(() => rm(directory, { recursive: true, force: true }))
const storage = createLocalStorage({ directory, baseUrl: 'http://localhost:3000', secret: 'test' })
const base = await testContext({ provider: testProvider(host.url), storage })
const png = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#2a6' } })
  .png()
  .toBuffer()

async function world(overrides: Partial<ServiceContext> = {}) {
  const context = { ...base, ...overrides }
  const account = await testAccount(context, { credits: 500 })
  const start = (kind: Kind, output: object, requested = 1) =>
    finishedJob(context, host, { accountId: account.id, kind, output, requested })
  const end = async (id: string) => {
    const row = await driveToEnd(context, id)
    await context.background.idle()
    return row
  }
  return { context, account, start, end, money: () => readMoney(context, account.id) }
}

const mediaOf = ({ database }: ServiceContext, id: string) =>
  database.selectFrom('media').selectAll().where('generation_id', '=', id).orderBy('position').execute()

/** Every file on the disk that belongs to a generation. */
const filesOf = (id: string) => readdir(path.join(directory, 'generations', id)).catch(() => [])

/** Without it the product makes no posters. */
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined

const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex')

describe('a result is ours, whole and measured', () => {
  it('a picture, with a thumbnail after it', async () => {
    const { context, start, end, money } = await world()
    const url = host.serve('fine.png', png)
    const id = await start('image', { images: [{ url, width: 1, height: 1, content_type: 'image/jpeg' }] })
    expect(await end(id)).toMatchObject({ status: 'completed', refunded: 0 })

    const [media] = await mediaOf(context, id)
    const expected = { content_type: 'image/png', width: 900, height: 300, bytes: png.length, sha256: sha256(png) }
    expect(media).toMatchObject({ ...expected, duration_ms: null, fps: null })
    const { width, format } = await sharp(path.join(directory, media?.thumbnail_key ?? '')).metadata()
    expect({ width, format }).toEqual({ width: 640, format: 'webp' })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it.skipIf(!hasFfmpeg)('a film, with its measures and a poster', async () => {
    const { context, start, end } = await world()
    const url = host.serve('film.mp4', await sampleFile('film.mp4'))
    const id = await start('video', { video: { url } })
    expect(await end(id)).toMatchObject({ status: 'completed' })

    const [media] = await mediaOf(context, id)
    expect(media).toMatchObject({ content_type: 'video/mp4', width: 64, height: 48, duration_ms: 1_000, fps: 8 })
    expect(media?.thumbnail_key).toMatch(/\.webp$/)
    expect(await sharp(path.join(directory, media?.thumbnail_key ?? '')).metadata()).toMatchObject({ width: 64 })
  })

  it('a film without a poster where there is no ffmpeg: tried once, still a film', async () => {
    const { context, start, end } = await world()
    const id = await start('video', { video: { url: host.serve('film.webm', await sampleFile('film.webm')) } })
    const before = process.env.PATH
    process.env.PATH = '/nowhere'
    const row = await end(id).finally(() => {
      process.env.PATH = before
    })
    expect(row.status).toBe('completed')
    const [media] = await mediaOf(context, id)
    expect(media).toMatchObject({
      content_type: 'video/webm',
      thumbnail_key: null,
      thumbnail_tried_at: expect.any(Date),
    })
  })

  it.each([
    ['sound.wav', 'audio', 'audio/wav'],
    ['sound.mp3', 'audio', 'audio/mpeg'],
    ['film.mp4', 'video', 'video/mp4'],
  ])('sound as the provider gives it: %s', async (name, field, contentType) => {
    const { context, start, end } = await world()
    const url = host.serve(name, await sampleFile(name))
    const id = await start('audio', { [field]: { url } })
    expect(await end(id)).toMatchObject({ status: 'completed' })
    const [media] = await mediaOf(context, id)
    expect(media).toMatchObject({ content_type: contentType, duration_ms: expect.any(Number) })
  })
})

const half = (await sampleFile('film.mp4')).subarray(0, 4_000)
const mute = await sampleFile('film.webm')

describe('what is not what it must be is not kept', () => {
  it.each<[string, Kind, object, string]>([
    ['a page', 'image', { images: [{ url: host.serve('page', Buffer.from('<html>')) }] }, 'result_lost'],
    ['no byte', 'image', { images: [{ url: host.serve('empty', Buffer.alloc(0)) }] }, 'result_lost'],
    ['half a film', 'video', { video: { url: host.serve('half', half) } }, 'result_lost'],
    ['a silent film for sound', 'audio', { video: { url: host.serve('mute', mute) } }, 'result_lost'],
    ['a film for a picture', 'image', { video: { url: host.serve('film', mute) } }, 'no_result'],
    ['a missing file', 'video', { video: { url: `${host.url}/missing` } }, 'result_lost'],
    ['a foreign host', 'video', { video: { url: 'http://10.0.0.1/film.mp4' } }, 'result_lost'],
  ])('%s: failed, refunded once, and nothing stays on the disk', async (_name, kind, output, code) => {
    const { context, start, end, money } = await world()
    const id = await start(kind, output)
    expect(await end(id)).toMatchObject({ status: 'failed', error_code: code, refunded: 30 })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
    await sweepFiles(context)
    expect(await filesOf(id)).toEqual([])
  })

  it('of several, the good ones are kept and the rest is refunded', async () => {
    const { context, start, end, money } = await world()
    const good = { url: host.serve('good.png', png) }
    const bad = { url: host.serve('bad.png', png.subarray(0, 200)) }
    const id = await start('image', { images: [good, bad, good] }, 3)
    expect(await end(id)).toMatchObject({ status: 'partial', refunded: 30 })
    expect(await mediaOf(context, id)).toMatchObject([{ position: 0 }, { position: 2 }])
    expect(await money()).toMatchObject({ balance: 440, sum: 440 })

    await sweepFiles(context)
    const recorded = (await mediaOf(context, id)).flatMap((media) => [media.storage_key, media.thumbnail_key])
    expect((await filesOf(id)).toSorted()).toEqual(recorded.map((key) => path.basename(key ?? '')).toSorted())
  })
})

describe('a download that fails is tried again', () => {
  it('404 and then there: completed, charged once', async () => {
    const { start, end, money } = await world()
    let asked = 0
    const url = host.serve('late.png', (_request, response) => {
      asked += 1
      if (asked < 3) response.writeHead(404).end()
      else response.end(png)
    })
    expect(await end(await start('image', { images: [{ url }] }))).toMatchObject({ status: 'completed' })
    expect(asked).toBe(3)
    expect(await money()).toMatchObject({ balance: 470 })
  })

  it('what is surely refused again is not asked again', async () => {
    const { start, end } = await world()
    let asked = 0
    const url = host.serve('huge.png', (_request, response) => {
      asked += 1
      response.writeHead(200, { 'content-length': String(50 * 1024 * 1024 + 1) })
      response.flushHeaders()
    })
    expect(await end(await start('image', { images: [{ url }] }))).toMatchObject({ error_code: 'result_lost' })
    expect(asked).toBe(1)
  })

  it.each([
    { fails: 9, status: 'completed', balance: 470, stored: 2 },
    { fails: Number.POSITIVE_INFINITY, status: 'failed', balance: 500, stored: 0 },
  ])('a full disk loses no result before its deadline: $status', async ({ fails, status, balance, stored }) => {
    let left = fails
    const full: Storage['write'] = async (...file) => {
      if (left-- <= 0) return storage.write(...file)
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const { context, start, money } = await world({ storage: { ...storage, write: full } })
    const id = await start('image', { images: [{ url: host.serve('kept.png', png) }] })
    const row = await driveToEnd(context, id, 10).catch(async () => {
      await sql`update generation set deadline = now() where id = ${id}`.execute(context.database)
      return driveToEnd(context, id)
    })
    expect(row).toMatchObject({ status, error_code: status === 'failed' ? 'result_lost' : null })
    await context.background.idle()
    expect(await filesOf(id)).toHaveLength(stored)
    expect(await money()).toMatchObject({ balance, sum: balance })
  })
})

describe('order and races', () => {
  it('the result is there and told before its thumbnail is begun', async () => {
    const told: number[] = []
    const later: (() => Promise<void>)[] = []
    const background = { ...base.background, run: (work: () => Promise<void>) => void later.push(work) }
    const changes = { ...base.changes, publish: () => void told.push(later.length) }
    const { context, start, end } = await world({ background, changes })
    const id = await start('image', { images: [{ url: host.serve('soon.png', png) }] })

    expect(await end(id)).toMatchObject({ status: 'completed', lease_token: null })
    expect(told).toEqual([0])
    expect(await mediaOf(context, id)).toMatchObject([{ thumbnail_key: null }])
    for (const work of later) await work()
    expect(await mediaOf(context, id)).toMatchObject([{ thumbnail_key: expect.any(String) }])
    expect(told).toHaveLength(2)
  })

  it('a slower worker never touches what a quicker one recorded', async () => {
    const other = await sharp(png).negate().png().toBuffer()
    const { context, start, end } = await world()
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let asked = 0
    const url = host.serve('slow.png', (_request, response) => {
      asked += 1
      if (asked > 1) return void response.end(png)
      response.write(other.subarray(0, 100))
      begun.resolve()
      void gate.promise.then(() => response.end(other.subarray(100)))
    })
    const id = await start('image', { images: [{ url }] })
    const [slow] = await claim(context)
    const losing = slow && runStep(context, slow)
    await begun.promise
    const won = await end(id)
    gate.resolve()
    await losing

    await sweepFiles(context)
    const [media] = await mediaOf(context, id)
    expect(await readRow(context, id)).toMatchObject({ status: 'completed', completed_at: won.completed_at })
    expect(await filesOf(id)).toHaveLength(2)
    expect(sha256(await readFile(path.join(directory, media?.storage_key ?? '')))).toBe(media?.sha256)
  })

  it('a worker that stops gives its downloads up at once, and another one finishes', async () => {
    const { context, start, end } = await world()
    const stopping = new AbortController()
    let asked = 0
    const url = host.serve('stopped.png', (_request, response) => {
      asked += 1
      if (asked > 1) return void response.end(png)
      response.write(png.subarray(0, 100), () => stopping.abort())
    })
    const id = await start('image', { images: [{ url }] })
    const [row] = await claim(context)
    if (!row) throw new Error('nothing is due')
    await expect(collectResult(context, row, stopping.signal)).rejects.toThrow()
    expect(await end(id)).toMatchObject({ status: 'completed' })
  })
})
