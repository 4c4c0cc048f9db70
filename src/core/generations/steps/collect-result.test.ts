import path from 'node:path'
import { makeMesh } from '@atelier/demo-world/mesh'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { deleteOrphanedFiles } from '#core/jobs/orphaned-files.ts'
import type { Kind } from '#core/models/rules/kinds.ts'
import { createParserPool } from '#core/parsers/parser-pool.ts'
import { driveToEnd } from '#testing/drive.ts'
import { hasFfmpeg } from '#testing/ffmpeg.ts'
import { sampleFile } from '#testing/files.ts'
import { alertsOf, collectWorld, mediaOf, sha256 } from '#testing/services/collect-world.ts'

const { base, directory, filesOf, host, png, world } = await collectWorld()

describe('collecting a result stores and measures it', () => {
  it('an image, and then its thumbnail', async () => {
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

  it.skipIf(!hasFfmpeg)('a video, with size, length and poster', async () => {
    const { context, start, end } = await world()
    const url = host.serve('video.mp4', await sampleFile('video.mp4'))
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

  it('a video without a poster where ffmpeg is missing, without retrying', async () => {
    const { context, start, end } = await world()
    const id = await start('video', {
      video: { url: host.serve('video.webm', await sampleFile('video.webm')) },
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
    ['video.mp4', 'video', 'video/mp4'],
  ])('audio in the format of the provider: %s', async (name, field, contentType) => {
    const { context, start, end } = await world()
    const url = host.serve(name, await sampleFile(name))
    const id = await start('audio', { [field]: { url } })
    expect(await end(id)).toMatchObject({ status: 'completed' })
    const [media] = await mediaOf(context, id)
    expect(media).toMatchObject({ content_type: contentType, duration_ms: expect.any(Number) })
  })
})

describe('a 3D object', () => {
  const glb = Buffer.from(makeMesh({ prompt: 'a vase', seed: 1 }))
  const collected = async (file: Buffer) => {
    const { context, start, end, money } = await world()
    const id = await start('3d', { model_mesh: { url: host.serve('object.glb', file) } })
    return { row: await end(id), media: await mediaOf(context, id), money: await money() }
  }

  it('is stored as it came: it has no thumbnail, and none is tried again', async () => {
    const { row, media } = await collected(glb)
    expect(row).toMatchObject({ status: 'completed', refunded: 0 })
    expect(media).toMatchObject([
      {
        ...{ content_type: 'model/gltf-binary', bytes: glb.length, sha256: sha256(glb) },
        ...{ width: null, height: null, thumbnail_key: null },
        thumbnail_tried_at: expect.any(Date),
        storage_key: expect.stringMatching(/\.glb$/),
      },
    ])
  })

  it.each([
    ['that is cut off', glb.subarray(0, -100)],
    ['that is an image', png],
  ])('%s is refused and refunded', async (_, file) => {
    const { row, media, money } = await collected(file)
    expect(row).toMatchObject({ status: 'failed', error_code: 'result_lost' })
    expect(media).toEqual([])
    expect(money).toMatchObject({ balance: 500, sum: 500 })
  })
})

describe('an image that comes in another way', () => {
  const svg = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">${content}</svg>`
  const plainSvg = svg('<rect width="40" height="20" fill="red"/>')
  let outsideRequests = 0
  const outside = host.serve('outside.png', (_request, response) => {
    outsideRequests += 1
    response.end(png)
  })
  const hostileSvg = svg(
    [
      `<script>fetch('${outside}')</script><image href="${outside}" width="9" height="9"/>`,
      '<image href="file:///etc/hostname" width="9" height="9"/>',
      `<style>@import url('${outside}');</style><rect width="40" height="20" fill="blue"/>`,
    ].join(''),
  )
  afterAll(() => expect(outsideRequests).toBe(0))

  const drawn = sharp({ create: { width: 80, height: 60, channels: 4, background: '#2a68' } })

  it.each<[string, () => Promise<string>, string]>([
    ['in the answer', async () => `data:image/png;base64,${png.toString('base64')}`, 'image/png'],
    [
      'behind a redirect',
      async () => {
        const target = host.serve('target.png', png)
        return host.serve('moved.png', (_request, response) =>
          response.writeHead(302, { location: target }).end(),
        )
      },
      'image/png',
    ],
    ['as HEIC', async () => host.serve('a.heic', await sampleFile('photo.heic')), 'image/jpeg'],
    [
      'as AVIF',
      async () => host.serve('a.avif', await drawn.clone().removeAlpha().avif().toBuffer()),
      'image/jpeg',
    ],
    [
      'as AVIF with transparency',
      async () => host.serve('b.avif', await drawn.clone().avif().toBuffer()),
      'image/png',
    ],
    ['as SVG', async () => host.serve('a.svg', Buffer.from(hostileSvg)), 'image/png'],
    [
      'as SVG with a declaration',
      async () => host.serve('b.svg', Buffer.from(`<?xml version="1.0"?>\n${plainSvg}`)),
      'image/png',
    ],
  ])('%s is stored so that every browser shows it', async (_name, serve, contentType) => {
    const { context, start, end, money } = await world()
    const id = await start('image', { images: [{ url: await serve() }] })
    expect(await end(id)).toMatchObject({ status: 'completed', refunded: 0 })
    const [media] = await mediaOf(context, id)
    expect(media).toMatchObject({
      content_type: contentType,
      width: expect.any(Number),
      thumbnail_key: expect.any(String),
    })
    expect(media?.storage_key).toMatch(contentType === 'image/png' ? /\.png$/ : /\.jpg$/)
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })
})

const halfHeic = (await sampleFile('photo.heic')).subarray(0, 900)
const entities = Array.from(
  { length: 12 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
)
const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY e0 "x">${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&e12;</text></svg>`
const half = (await sampleFile('video.mp4')).subarray(0, 4_000)
const mute = await sampleFile('video.webm')

describe('an invalid result file is not stored', () => {
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
    [
      'half an HEIC',
      'image',
      { images: [{ url: host.serve('half.heic', halfHeic) }] },
      'result_lost',
    ],
    [
      'half an SVG',
      'image',
      { images: [{ url: host.serve('half.svg', Buffer.from('<svg width="1" heig')) }] },
      'result_lost',
    ],
    [
      'an SVG that is expanded without end',
      'image',
      { images: [{ url: host.serve('bomb.svg', Buffer.from(bomb)) }] },
      'result_lost',
    ],
    ['half a film', 'video', { video: { url: host.serve('half', half) } }, 'result_lost'],
    [
      'a silent film for sound',
      'audio',
      { video: { url: host.serve('mute', mute) } },
      'result_lost',
    ],
    ['a film for a picture', 'image', { video: { url: host.serve('video', mute) } }, 'no_result'],
    ['a missing file', 'video', { video: { url: `${host.url}/missing` } }, 'result_lost'],
    ['a foreign host', 'video', { video: { url: 'http://10.0.0.1/video.mp4' } }, 'result_lost'],
  ])(
    '%s: failed, refunded once, and nothing stays on the disk',
    async (_name, kind, output, code) => {
      const { context, start, end, money } = await world()
      const id = await start(kind, output)
      expect(await end(id)).toMatchObject({ status: 'failed', error_code: code, refunded: 30 })
      expect(await money()).toMatchObject({ balance: 500, sum: 500 })
      await deleteOrphanedFiles(context)
      expect(await filesOf(id)).toEqual([])
    },
  )

  it('a video that is read endlessly: failed after its attempts, and refunded once', async () => {
    const parsers = createParserPool({ meter: { count: () => undefined }, timeoutMs: 300 })
    const { context, start, end, money } = await world({ parsers })
    const url = host.serve('endless.mp4', await sampleFile('damaged/endless.mp4'))
    const id = await start('video', { video: { url } })
    expect(await end(id)).toMatchObject({ error_code: 'result_lost', refunded: 30 })
    expect(await money()).toMatchObject({ balance: 500, sum: 500 })
    await deleteOrphanedFiles(context)
    expect(await filesOf(id)).toEqual([])
    parsers.stop()
  })

  it('an image that the safety check blocked leaves its position empty', async () => {
    const { context, start, end } = await world()
    const images = [1, 2, 3].map((n) => ({ url: host.serve(`held-back-${n}.png`, png) }))
    const id = await start('image', { images, has_nsfw_concepts: [false, true, false] }, 3)
    expect(await end(id)).toMatchObject({ status: 'partial', refunded: 30 })
    expect(await mediaOf(context, id)).toMatchObject([{ position: 0 }, { position: 2 }])
  })

  it('keeps the valid ones of several images and refunds the rest', async () => {
    const { context, start, end, money } = await world()
    const good = { url: host.serve('good.png', png) }
    const bad = { url: host.serve('bad.png', png.subarray(0, 200)) }
    const id = await start('image', { images: [good, bad, good] }, 3)
    expect(await end(id)).toMatchObject({ status: 'partial', refunded: 30 })
    expect(await mediaOf(context, id)).toMatchObject([{ position: 0 }, { position: 2 }])
    expect(await money()).toMatchObject({ balance: 440, sum: 440 })

    await deleteOrphanedFiles(context)
    const recorded = (await mediaOf(context, id)).flatMap((media) => [
      media.storage_key,
      media.thumbnail_key,
    ])
    expect((await filesOf(id)).toSorted()).toEqual(
      recorded.map((key) => path.basename(key ?? '')).toSorted(),
    )
  })
})

describe('a failed download is retried', () => {
  it('completes after a 404, and charges once', async () => {
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

  it('does not retry a permanent error', async () => {
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

  it('completes after 5xx for half an hour, past its deadline', async () => {
    const { context, start, end, money } = await world()
    let asked = 0
    const url = host.serve('away.png', (_request, response) => {
      asked += 1
      if (asked <= 60) response.writeHead(503).end()
      else response.end(png)
    })
    const id = await start('image', { images: [{ url }] })
    await expect(driveToEnd(context, id, 60)).rejects.toThrow('Still open')
    await sql`update job set deadline = now() where generation_id = ${id}`.execute(context.database)
    expect(await end(id)).toMatchObject({ status: 'completed', refunded: 0 })
    expect(await money()).toMatchObject({ balance: 470, sum: 470 })
  })

  it('gives up on a host that stays down: refunded once, with an alert and a metric', async () => {
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
