import { once } from 'node:events'
import { request } from 'node:http'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { maxUploadBytes, maxUploadsAtOnce } from '#core/media/upload-rules.ts'
import { sampleFile } from '../files.ts'

import { form, padded } from './upload-helpers.ts'
import type { Body, UploadEnvironment } from './upload-suite.ts'

/** How files arrive: their sizes, broken requests, limits, a store that is away. */
export function sendingTests({
  url,
  context,
  written,
  trouble,
  person,
  bring,
  kept,
  expectNothingLeft,
}: UploadEnvironment): void {
  it('takes exactly 52,428,800 bytes and not one more', async () => {
    const video = await sampleFile('video.mp4')
    const who = await person()
    const exact = await bring(
      'upload-video',
      who,
      form(padded(video, maxUploadBytes), 'x.mp4', 'video/mp4'),
    )
    expect([exact.status, exact.body.data?.bytes]).toEqual([200, maxUploadBytes])
    const other = await person()
    const before = written.length
    const over = await bring(
      'upload-video',
      other,
      form(padded(video, maxUploadBytes + 1), 'x.mp4', 'video/mp4'),
    )
    expect([over.status, over.body.code, over.body.max]).toEqual([
      413,
      'file_too_large',
      maxUploadBytes,
    ])
    expect(over.body.error).toContain('50 MB (52428800 bytes)')
    await expectNothingLeft(other, before)
  })

  it('asks for one file, and for one only', async () => {
    const who = await person()
    const video = await sampleFile('video.mp4')
    const none = new FormData()
    none.set('note', 'no file')
    const two = form(video, 'a.mp4', 'video/mp4')
    two.append('file', new Blob([video]), 'b.mp4')
    const before = written.length
    expect(await bring('upload-video', who, none)).toMatchObject({
      status: 400,
      body: { code: 'no_file' },
    })
    expect(await bring('upload-video', who, two)).toMatchObject({
      status: 400,
      body: { code: 'one_file_only' },
    })
    const json = await fetch(`${url}/api/upload-video`, {
      method: 'POST',
      headers: who.headers,
      body: 'x',
    })
    expect([json.status, ((await json.json()) as Body).code]).toEqual([415, 'multipart_expected'])
    await expectNothingLeft(who, before)
  })

  it('asks who it is before it reads anything', async () => {
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '50000000',
    }
    const sending = request(`${url}/api/upload-video`, { method: 'POST', headers, agent: false })
    sending.on('error', () => undefined)
    sending.flushHeaders()
    const [answer] = await once(sending, 'response')
    expect(answer.statusCode).toBe(401)
    sending.destroy()
  })

  it('keeps nothing of an upload that is cut off', async () => {
    const who = await person()
    const before = written.length
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n'
    const headers = {
      ...who.headers,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '10000000',
    }
    const sending = request(`${url}/api/upload-video`, { method: 'POST', headers, agent: false })
    sending.on('error', () => undefined)
    sending.write(head)
    sending.write(padded(await sampleFile('video.mp4'), 1_000_000))
    await expect.poll(() => written.length).toBeGreaterThan(before)
    sending.destroy()
    await expectNothingLeft(who, before)
  })

  it('limits concurrent uploads of an account', async () => {
    const who = await person()
    const video = await sampleFile('video.mp4')
    const all = Array.from({ length: maxUploadsAtOnce + 5 }, () =>
      bring('upload-video', who, form(padded(video, 2_000_000), 'a.mp4', 'video/mp4')),
    )
    const answers = await Promise.all(all)
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses).has(200)).toBe(true)
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
    const refused = answers.find(({ status }) => status === 429)
    if (refused) expect(refused.headers.get('retry-after')).toBe('5')
    expect((await kept(who)).length).toBe(statuses.filter((status) => status === 200).length)
  })

  it('limits unused uploads of an account', async () => {
    const who = await person()
    const video = form(await sampleFile('video.mp4'), 'a.mp4', 'video/mp4')
    expect((await bring('upload-video', who, video)).status).toBe(200)
    await sql`update media set bytes = 2147483648 where account_id = ${who.account.id}`.execute(
      context.database,
    )
    const full = await bring('upload-video', who, video)
    expect([full.status, full.body.code, full.headers.get('retry-after')]).toEqual([
      429,
      'uploads_full',
      '3600',
    ])
  })

  it.each(['write', 'read'] as const)(
    'a store that cannot %s is no fault of the file',
    async (name) => {
      const who = await person()
      const before = written.length
      Object.assign(trouble, { [name]: () => Promise.reject(new Error('down')) })
      const video = form(await sampleFile('video.mp4'), 'x.mp4', '')
      expect(await bring('upload-video', who, video)).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      })
      delete trouble[name]
      await expectNothingLeft(who, before)
      expect((await bring('upload-video', who, video)).status).toBe(200)
    },
  )
}
