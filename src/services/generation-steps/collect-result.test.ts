import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { Kind } from '#catalogue/kinds.ts'
import { fluxDev } from '#catalogue/models/flux-dev.ts'
import { claimDue } from '#database/queries/generation-steps.ts'
import { createLocalStorage } from '#storage/local-storage.ts'
import type { Storage } from '#storage/storage.ts'
import { watchStorage } from '#storage/watch-storage.ts'
import { readMoney, testAccount, testContext, testProvider } from '#testing/context.ts'
import { claim, driveToEnd, readRow } from '#testing/drive.ts'
import { sampleFile, testFileHost } from '#testing/files.ts'
import { finishedJob } from '#testing/finished-generations.ts'
import type { ServiceContext } from '../context.ts'
import { startGeneration } from '../generations/start-generation.ts'
import { sweepFiles } from '../retention.ts'
import { probeStorage } from '../storage-outage.ts'
import { collectResult } from './collect-result.ts'
import { runStep } from './run-step.ts'
import { createStoringLimiter } from './storing-limiter.ts'

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
  database
    .selectFrom('media')
    .selectAll()
    .where('generation_id', '=', id)
    .orderBy('position')
    .execute()

/** Every file on the disk that belongs to a generation. */
const filesOf = (id: string) => readdir(path.join(directory, 'generations', id)).catch(() => [])

/** Without it the product makes no posters. */
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).error === undefined

const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex')

describe('a result is ours, whole and measured', () => {
  it('a picture, with a thumbnail after it', async () => {
    const { context, start, end, money } = await world()
    const url = host.serve('fine.png', png)
    const id = await start('image', {
      images: [{ url, width: 1, height: 1, content_type: 'image/jpeg' }],
    })
    expect(await end(id)).toMatchObject({ status: 'completed', refunded: 0 })

    const [media] = await mediaOf(context, id)
    const expected = {
      content_type: 'image/png',
      width: 900,
      height: 300,
      bytes: png.length,
      sha256: sha256(png),
    }
    expect(media).toMatchObject({ ...expected, duration_ms: null, fps: null })
    const { width, format } = await sharp(
      path.join(directory, media?.thumbnail_key ?? ''),
    ).metadata()
    expect({ width, format }).toEqual({ width: 640, format: 'webp' })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it.skipIf(!hasFfmpeg)('a film, with its measures and a poster', async () => {
    const { context, start, end } = await world()
    const url = host.serve('film.mp4', await sampleFile('film.mp4'))
    const id = await start('video', { video: { url } })
    expect(await end(id)).toMatchObject({ status: 'completed' })

    const [media] = await mediaOf(context, id)
    expect(media).toMatchObject({
      content_type: 'video/mp4',
      width: 64,
      height: 48,
      duration_ms: 1_000,
      fps: 8,
    })
    expect(media?.thumbnail_key).toMatch(/\.webp$/)
    expect(await sharp(path.join(directory, media?.thumbnail_key ?? '')).metadata()).toMatchObject({
      width: 64,
    })
  })

  it('a film without a poster where there is no ffmpeg: tried once, still a film', async () => {
    const { context, start, end } = await world()
    const id = await start('video', {
      video: { url: host.serve('film.webm', await sampleFile('film.webm')) },
    })
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
    [
      'a page',
      'image',
      { images: [{ url: host.serve('page', Buffer.from('<html>')) }] },
      'result_lost',
    ],
    [
      'no byte',
      'image',
      { images: [{ url: host.serve('empty', Buffer.alloc(0)) }] },
      'result_lost',
    ],
    ['half a film', 'video', { video: { url: host.serve('half', half) } }, 'result_lost'],
    [
      'a silent film for sound',
      'audio',
      { video: { url: host.serve('mute', mute) } },
      'result_lost',
    ],
    ['a film for a picture', 'image', { video: { url: host.serve('film', mute) } }, 'no_result'],
    ['a missing file', 'video', { video: { url: `${host.url}/missing` } }, 'result_lost'],
    ['a foreign host', 'video', { video: { url: 'http://10.0.0.1/film.mp4' } }, 'result_lost'],
  ])(
    '%s: failed, refunded once, and nothing stays on the disk',
    async (_name, kind, output, code) => {
      const { context, start, end, money } = await world()
      const id = await start(kind, output)
      expect(await end(id)).toMatchObject({ status: 'failed', error_code: code, refunded: 30 })
      expect(await money()).toMatchObject({ balance: 500, sum: 500 })
      await sweepFiles(context)
      expect(await filesOf(id)).toEqual([])
    },
  )

  it('an image that the safety check held back leaves its place empty', async () => {
    const { context, start, end } = await world()
    const images = [1, 2, 3].map((n) => ({ url: host.serve(`held-back-${n}.png`, png) }))
    const id = await start('image', { images, has_nsfw_concepts: [false, true, false] }, 3)
    expect(await end(id)).toMatchObject({ status: 'partial', refunded: 30 })
    expect(await mediaOf(context, id)).toMatchObject([{ position: 0 }, { position: 2 }])
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
    const recorded = (await mediaOf(context, id)).flatMap((media) => [
      media.storage_key,
      media.thumbnail_key,
    ])
    expect((await filesOf(id)).toSorted()).toEqual(
      recorded.map((key) => path.basename(key ?? '')).toSorted(),
    )
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
    expect(await end(await start('image', { images: [{ url }] }))).toMatchObject({
      status: 'completed',
    })
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
    expect(await end(await start('image', { images: [{ url }] }))).toMatchObject({
      error_code: 'result_lost',
    })
    expect(asked).toBe(1)
  })

  it('5xx for half an hour, past its deadline: completed once the host answers', async () => {
    const { context, start, end, money } = await world()
    let asked = 0
    const url = host.serve('away.png', (_request, response) => {
      asked += 1
      if (asked <= 60) response.writeHead(503).end()
      else response.end(png)
    })
    const id = await start('image', { images: [{ url }] })
    await expect(driveToEnd(context, id, 60)).rejects.toThrow('Thumbnail open')
    await sql`update generation set deadline = now() where id = ${id}`.execute(context.database)
    expect(await end(id)).toMatchObject({ status: 'completed', refunded: 0 })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('a host that stays away: in the end lost, refunded once, and the operator has an alert and a metric', async () => {
    const counted: unknown[] = []
    const meter = { ...base.meter, count: (...line: unknown[]) => void counted.push(line) }
    const { context, start, end, money } = await world({ meter })
    const url = host.serve('gone.png', (_request, response) => void response.writeHead(503).end())
    const id = await start('image', { images: [{ url }] })
    expect(await end(id)).toMatchObject({
      status: 'failed',
      error_code: 'result_lost',
      refunded: 30,
    })
    expect(counted).toContainEqual(['atelier_results_lost_total', { kind: 'image' }, 1])
    expect(await alertsOf(context, id)).toMatchObject([
      { reason: 'result_lost', note: expect.stringContaining('503') },
    ])
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })
})

/** Storage whose writes fail while `isAway()`. */
function failingStorage(isAway: () => boolean): Storage {
  const write: Storage['write'] = async (...file) => {
    if (!isAway()) return storage.write(...file)
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  }
  return watchStorage({ ...storage, write }, () => undefined)
}

const alertsOf = ({ database }: ServiceContext, id: string) =>
  database
    .selectFrom('operator_note')
    .select(['reason', 'note'])
    .where('generation_id', '=', id)
    .execute()

describe('our own storage is unavailable', () => {
  it('a finished result waits past its deadline, charges stop, and all is well by itself afterwards', async () => {
    let isAway = true
    const { context, account, start, money } = await world({
      storage: failingStorage(() => isAway),
    })
    const id = await start('image', { images: [{ url: host.serve('kept.png', png) }] })
    await expect(driveToEnd(context, id, 4)).rejects.toThrow('Thumbnail open')
    await sql`update generation set deadline = now() where id = ${id}`.execute(context.database)
    await expect(driveToEnd(context, id, 4)).rejects.toThrow('Thumbnail open')
    expect(await readRow(context, id)).toMatchObject({
      step: 'store',
      status: 'processing',
      attempts: 0,
    })

    const create = () =>
      startGeneration(context, {
        ...{
          accountId: account.id,
          model: fluxDev,
          input: { prompt: 'a fox' },
          requestId: undefined,
          isPublic: true,
        },
      })
    await expect(create()).rejects.toMatchObject({ refusal: { reason: 'storage_unavailable' } })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
    const probe = async () => {
      await sql`update storage_outage set probe_at = now()`.execute(context.database)
      await probeStorage(context)
    }
    await probe()
    await expect(create()).rejects.toMatchObject({ refusal: { reason: 'storage_unavailable' } })

    isAway = false
    await probe()
    const row = await driveToEnd(context, id)
    expect(row).toMatchObject({ status: 'completed', error_code: null, provider_output: null })
    expect(await alertsOf(context, id)).toEqual([])
    await create()
    expect(await money()).toMatchObject({ balance: 440, sum: 440 })
  })

  it('it waits as long as the provider keeps the files, and needs the provider for nothing but those', async () => {
    let isAway = true
    const { context, start, money } = await world({ storage: failingStorage(() => isAway) })
    const id = await start('image', { images: [{ url: host.serve('week.png', png) }] })
    await expect(driveToEnd(context, id, 4)).rejects.toThrow('Thumbnail open')
    const job = (await readRow(context, id)).provider_job?.requestId
    host.serve(
      `made/by-test/requests/${job}`,
      (_request, response) => void response.writeHead(404).end(),
    )
    await sql`update generation set deadline = now() - interval '6 days', finished_at = now() - interval '6 days'
      where id = ${id}`.execute(context.database)
    isAway = false
    await sql`delete from storage_outage`.execute(context.database)
    expect(await driveToEnd(context, id)).toMatchObject({ status: 'completed' })
    expect(await money()).toMatchObject({ balance: 470 })
  })

  it('after that it is lost: refunded once, with an alert', async () => {
    const { context, start, money } = await world({ storage: failingStorage(() => true) })
    const id = await start('image', { images: [{ url: host.serve('lost.png', png) }] })
    await expect(driveToEnd(context, id, 4)).rejects.toThrow('Thumbnail open')
    await sql`delete from storage_outage`.execute(context.database)
    await sql`update generation set finished_at = now() - interval '7 days' where id = ${id}`.execute(
      context.database,
    )
    expect(await driveToEnd(context, id)).toMatchObject({
      status: 'failed',
      error_code: 'result_lost',
      refunded: 30,
    })
    expect(await alertsOf(context, id)).toMatchObject([{ reason: 'result_lost' }])
    await sql`delete from storage_outage`.execute(context.database)
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
  })

  it('no place for storing: the result waits in a step of its own, and other steps are claimed as before', async () => {
    const { context, start, end } = await world({
      storing: { ...createStoringLimiter(), tryEnter: () => false },
    })
    const id = await start('image', { images: [{ url: host.serve('turn.png', png) }] })
    for (const row of await claim(context)) await runStep(context, row)
    expect(await readRow(context, id)).toMatchObject({
      step: 'store',
      finished_at: expect.any(Date),
    })
    const other = await start('image', { images: [{ url: host.serve('other.png', png) }] })
    const limits = { token: randomUUID(), limit: 50, storing: 0, lease: 60_000 }
    expect((await claimDue(context.database, limits)).map((row) => row.id)).toEqual([other])
    expect(await end(id)).toMatchObject({ status: 'completed' })
  })
})

describe('order and races', () => {
  it('the result is there and told before its thumbnail is begun', async () => {
    const told: number[] = []
    const later: (() => Promise<void>)[] = []
    const background = {
      ...base.background,
      run: (work: () => Promise<void>) => void later.push(work),
    }
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
    expect(await readRow(context, id)).toMatchObject({
      status: 'completed',
      completed_at: won.completed_at,
    })
    expect(await filesOf(id)).toHaveLength(2)
    expect(sha256(await readFile(path.join(directory, media?.storage_key ?? '')))).toBe(
      media?.sha256,
    )
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
    expect(await collectResult(context, row, stopping.signal)).toMatchObject({ step: 'store' })
    expect(await end(id)).toMatchObject({ status: 'completed' })
  })
})
