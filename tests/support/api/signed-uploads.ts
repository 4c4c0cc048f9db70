import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { maxUploadBytes } from '#core/media/upload-rules.ts'
import { sampleFile } from '../files.ts'

import { leftOf } from './upload-helpers.ts'
import type { UploadEnvironment } from './upload-suite.ts'

/** Files that are put at a signed address. */
export function signedAddressTests({
  url,
  context,
  trouble,
  person,
  kept,
  fetched,
}: UploadEnvironment): void {
  it.each([true, false])(
    'accepts a file at a signed address; its length is declared: %s',
    async (isDeclared) => {
      const [who, stranger] = [await person(), await person()]
      const photo = await sampleFile('photo.jpg')
      const promise = await signedAddress(url, who.headers, {
        contentType: 'image/jpeg',
        ...(isDeclared && { bytes: photo.length }),
      })
      expect(promise).toMatchObject({ success: true, public_url: `${url}/media/${promise.key}` })
      expect((await fetched(who, promise.public_url)).status).toBe(404)
      const put = await fetch(promise.url, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg' },
        body: new Uint8Array(photo),
      })
      expect(put.status).toBe(200)
      expect((await fetched(stranger, promise.public_url)).status).toBe(404)
      const seen = await Promise.all([
        fetched(who, promise.public_url),
        fetched(who, promise.public_url),
      ])
      for (const { status, bytes } of seen) {
        expect(status).toBe(200)
        expect((await sharp(bytes).metadata()).exif).toBeUndefined()
      }
      expect(await kept(who)).toMatchObject([
        { id: promise.key.split('/')[1], role: 'input', generation_id: null },
      ])
    },
  )

  it('judges a promised video again after an outage in the middle, and sweeps what is put there later', async () => {
    const who = await person()
    const video = new Uint8Array(await sampleFile('video.mp4'))
    const promise = await signedAddress(url, who.headers, {
      contentType: 'video/mp4',
      bytes: video.length,
    })
    const put = () =>
      fetch(promise.url, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body: video })
    const places = await sql<{ key: string }>`
      select storage_key as key from pending_upload where account_id = ${who.account.id}`.execute(
      context.database,
    )
    const raw = places.rows.map(({ key }) => key)
    expect((await put()).status).toBe(200)
    const { read } = context.storage
    trouble.read = (key, range) => (range ? Promise.reject(new Error('down')) : read(key))
    expect((await fetched(who, promise.public_url)).status).toBe(503)
    delete trouble.read
    expect((await fetched(who, promise.public_url)).status).toBe(200)
    expect((await put()).status).toBe(200)
    expect(await context.storage.size(raw[0] ?? '')).toBe(video.length)
    await sql`update storage_garbage set not_before = now() where storage_key = ${raw[0]}`.execute(
      context.database,
    )
    expect(await leftOf(context, raw)).toEqual([])
    expect((await fetched(who, promise.public_url)).status).toBe(200)
  })

  it('never shows what was put at a signed address and is no such file', async () => {
    const who = await person()
    const page = new TextEncoder().encode('<script>alert(1)</script>')
    const promise = await signedAddress(url, who.headers, {
      contentType: 'image/png',
      bytes: page.length,
    })
    const send = () =>
      fetch(promise.url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: page })
    expect((await send()).status).toBe(200)
    for (let time = 0; time < 2; time++)
      expect((await fetched(who, promise.public_url)).status).toBe(404)
    expect(await kept(who)).toEqual([])
  })

  it('gives no signed address for what is never taken', async () => {
    const who = await person()
    const requestAddress = (body: object) => signedAddress(url, who.headers, body)
    expect(await requestAddress({ contentType: 'text/html' })).toMatchObject({
      success: false,
      code: 'invalid_input',
    })
    const large = { contentType: 'video/mp4', bytes: maxUploadBytes + 1 }
    expect(await requestAddress(large)).toMatchObject({
      success: false,
      code: 'file_too_large',
      max: maxUploadBytes,
    })
    expect(await signedAddress(url, {}, { contentType: 'video/mp4' })).toMatchObject({
      code: 'unauthorized',
    })
  })
}

type Signed = { success: boolean; url: string; key: string; public_url: string; code?: string }

async function signedAddress(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<Signed> {
  const answer = await fetch(`${url}/api/generate-presigned-url`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ filename: '../../a b/<img>.png', ...body }),
  })
  return (await answer.json()) as Signed
}
