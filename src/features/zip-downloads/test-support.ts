import { once } from 'node:events'
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { z } from 'zod'
import type { AllParts } from '#core/parts.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { collector, madeAt, unzip } from '#testing/api/collector.ts'
import { begin, closed, watched } from '#testing/api/media-suite.ts'
import { sampleFile } from '#testing/files.ts'
import { listeningServer } from '#testing/server.ts'
import type { Download } from './contract.ts'

const png = (text: string) => ({ content: Buffer.from(text), contentType: 'image/png' })

/** Large enough that no socket's buffers hold it. */
const large = 32 * 1024 * 1024

/** What downloads over HTTP must do, whatever the storage; over real sockets. */
export async function downloadSuite(open: (url: string) => Storage): Promise<void> {
  const opened: Readable[] = []
  let beforeReading: () => Promise<unknown> = async () => undefined
  const troubles: object[] = []
  const { url, context } = await listeningServer((base) => ({
    storage: watched(open(base), async (read) => {
      await beforeReading()
      const file = await read()
      opened.push(file)
      return file
    }),
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (fields) => void troubles.push(fields),
    },
  }))

  it('gives all files in one zip of the length it announced, under the names and times they were made', async () => {
    const me = await downloader(context, url)
    const [one, two] = [
      await me.make({ prompt: '雪地里的狐狸：a <fox>?', files: [png('first'), png('second')] }),
      await me.make({ model: '../画 "a"\\x', files: [png('')] }),
    ]
    const imageIds = [two.id, one.id, two.id]
    const { status, body } = await me.prepare({ imageIds, settings: false })
    const day = new Date().toISOString().slice(0, 10)
    expect([status, body]).toEqual([
      200,
      {
        downloadUrl: expect.stringMatching(/^\/api\/downloads\/[0-9a-f-]{36}\?settings=false$/),
        fileName: `atelier-images-${day}.zip`,
        files: 3,
        bytes: expect.any(Number),
        expires_at: expect.any(String),
      },
    ])
    expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 15 * 60_000)).toBeLessThan(60_000)

    const answer = await me.request('GET', body.downloadUrl)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename=atelier-images-${day}.zip`,
      'content-length': String(body.bytes),
      'accept-ranges': 'none',
      'cache-control': 'private, no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    const zip = await answer.bytes()
    expect(zip.length).toBe(body.bytes)
    const files = await unzip(zip)
    expect(files).toMatchObject([
      { name: '2026-11-20-画-a-x-1.png', content: Buffer.from('') },
      { name: '2026-11-20-雪地里的狐狸-a-fox-1.png', content: Buffer.from('first') },
      { name: '2026-11-20-雪地里的狐狸-a-fox-2.png', content: Buffer.from('second') },
    ])
    expect(files.map((file) => file.madeAt)).toEqual([madeAt, madeAt, madeAt])
  })

  it('puts their settings into images and videos unless it is asked not to', async () => {
    const me = await downloader(context, url)
    const [photo, video] = [await sampleFile('photo.jpg'), await sampleFile('video.mp4')]
    const audio = { content: await sampleFile('sound.flac'), contentType: 'audio/flac' }
    const { id } = await me.make({
      prompt: 'a fox',
      generationType: 'text-to-image',
      files: [
        { content: photo, contentType: 'image/jpeg' },
        { content: video, contentType: 'video/mp4' },
        audio,
      ],
    })
    const read = async (request: object) => {
      const { body } = await me.prepare({ imageIds: [id], ...request })
      return unzip(await (await me.request('GET', body.downloadUrl)).bytes())
    }
    const [image, moving, kept] = await read({})
    expect(String((await sharp(image?.content).metadata()).xmp)).toContain('a fox')
    expect(moving?.content.subarray(0, video.length).equals(video)).toBe(true)
    expect(moving?.content.subarray(video.length).toString()).toContain('a fox')
    expect(kept?.content.equals(audio.content)).toBe(true)
    const [converted] = await read({ format: 'png' })
    expect(String((await sharp(converted?.content).metadata()).xmp)).toContain('a fox')
    expect((await read({ settings: false })).map(({ content }) => content.length)).toEqual([
      photo.length,
      video.length,
      audio.content.length,
    ])
  })

  it('turns other images into PNG when asked, and leaves videos as they are', async () => {
    const me = await downloader(context, url)
    const [photo, video] = [await sampleFile('photo.jpg'), await sampleFile('video.mp4')]
    const { id } = await me.make({
      files: [
        { content: photo, contentType: 'image/jpeg' },
        png('as it is'),
        { content: video, contentType: 'video/mp4' },
      ],
    })
    const { body } = await me.prepare({ imageIds: [id], format: 'png' })
    expect(body).toMatchObject({ files: 3, bytes: null })
    const answer = await me.request('GET', body.downloadUrl)
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null])
    const [converted, kept, moving] = await unzip(await answer.bytes())
    expect([converted?.name.endsWith('-1.png'), kept?.name.endsWith('-2.png')]).toEqual([
      true,
      true,
    ])
    expect([kept?.content.toString(), moving?.content.equals(video)]).toEqual(['as it is', true])
    const { autoOrient: upright } = await sharp(photo).metadata()
    expect(await sharp(converted?.content).metadata()).toMatchObject({ format: 'png', ...upright })
  })

  it('answers HEAD without opening a file, and knows no ranges', async () => {
    const me = await downloader(context, url)
    const { id } = await me.make({ files: [png('0123456789')] })
    const { body } = await me.prepare({ imageIds: [id] })
    const before = opened.length
    const head = await me.request('HEAD', body.downloadUrl)
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(body.bytes),
      '',
    ])
    expect(opened.length).toBe(before)
    const whole = await me.request('GET', body.downloadUrl, undefined, { range: 'bytes=0-3' })
    expect([whole.status, (await whole.bytes()).length]).toEqual([200, body.bytes])
  })

  it('closes the file that is being read when its reader goes away', async () => {
    const me = await downloader(context, url)
    const { id } = await me.make({
      files: [png('small'), { ...png(''), content: Buffer.alloc(large) }],
    })
    const { body } = await me.prepare({ imageIds: [id] })
    const [before, quiet] = [opened.length, troubles.length]
    const answer = await begin(url + body.downloadUrl, me.headers)
    await once(answer, 'data')
    answer.pause()
    await expect.poll(() => opened.length).toBe(before + 2)
    answer.destroy()
    await closed(opened[before])
    await closed(opened[before + 1])
    expect(troubles.length).toBe(quiet)
  })

  it('closes the file that opens only when its reader has gone', async () => {
    const me = await downloader(context, url)
    const { id } = await me.make({ files: [{ ...png(''), content: Buffer.alloc(large) }] })
    const { body } = await me.prepare({ imageIds: [id] })
    const before = opened.length
    const asked = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    beforeReading = () => {
      asked.resolve()
      return gone.promise
    }
    const leaving = new AbortController()
    const answer = fetch(url + body.downloadUrl, { headers: me.headers, signal: leaving.signal })
    await asked.promise
    leaving.abort()
    await expect(answer.then((given) => given.bytes())).rejects.toThrow('aborted')
    beforeReading = async () => undefined
    gone.resolve()
    await expect.poll(() => opened.length).toBe(before + 1)
    await closed(opened[before])
  })

  it.each([
    ['its length announced', undefined],
    ['converted', 'png'],
  ])(
    'breaks off where a file is missing, %s, so that no client takes half a zip for a whole one',
    async (_, format) => {
      const me = await downloader(context, url)
      const photo = { content: await sampleFile('photo.jpg'), contentType: 'image/jpeg' }
      const { id, keys } = await me.make({ files: [photo, photo, photo] })
      const { body } = await me.prepare({ imageIds: [id], format })
      await context.storage.delete(keys[1] ?? '')
      const answer = await me.request('GET', body.downloadUrl)
      expect(answer.status).toBe(200)
      await expect(answer.bytes()).rejects.toThrow()
      expect(troubles).toContainEqual({
        download: body.downloadUrl.split('/').at(-1),
        err: expect.any(Error),
      })
      troubles.length = 0
    },
  )
}

/** An account that has results and downloads them. `url`: the address of the server. */
export async function downloader(context: AllParts, url: string) {
  const me = await collector(context, url)
  const prepare = async (body: unknown, base = '/api/image-generation') => {
    const answer = await me.request('POST', `${base}/download`, body)
    return { status: answer.status, body: (await answer.json()) as z.infer<typeof Download> }
  }
  return { ...me, prepare }
}
