import { type EventEmitter, once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { createApiKey } from '#core/accounts/api-keys.ts'
import { readSettingsPacket } from '#core/media/file-settings-contract.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import type { AllParts } from '#core/parts.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { testAccount } from '../context.ts'
import { listeningServer } from '../server.ts'

/** Large enough that no socket's buffers hold it. */
const large = 32 * 1024 * 1024

/** What media over HTTP must do, whatever the storage; over real sockets. */
export async function mediaSuite(open: (url: string) => Storage): Promise<void> {
  const opened: Readable[] = []
  let beforeReading: () => Promise<unknown> = async () => undefined
  const { url, context } = await listeningServer((base) => ({
    storage: watched(open(base), async (read) => {
      await beforeReading()
      const file = await read()
      opened.push(file)
      return file
    }),
  }))
  const fetchFile = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + address, { method, headers })

  it('serves a file, its ranges, its tag, and a name to save it under', async () => {
    const { address, owner } = await storedFile(context)
    const whole = await fetchFile(`${address}?download`, owner)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '10',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(
        /^attachment; filename=\d{4}-\d\d-\d\d-a-fox-1\.png$/,
      ),
    })
    const part = await fetchFile(address, { ...owner, range: 'bytes=2-4' })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ])
    expect(part.headers.get('content-disposition')).toMatch(/^inline;/)
    const beyond = await fetchFile(address, { ...owner, range: 'bytes=10-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  it('continues only the file that was begun', async () => {
    const { address, owner } = await storedFile(context)
    const etag = (await fetchFile(address, owner, 'HEAD')).headers.get('etag') ?? ''
    const same = await fetchFile(address, { ...owner, range: 'bytes=8-', 'if-range': etag })
    expect([same.status, await same.text()]).toEqual([206, '89'])
    const other = await fetchFile(address, { ...owner, range: 'bytes=8-', 'if-range': '"another"' })
    expect([other.status, await other.text()]).toEqual([200, '0123456789'])
  })

  it('answers HEAD and a known tag without reading the file', async () => {
    const { address, owner } = await storedFile(context)
    const before = opened.length
    const head = await fetchFile(address, { ...owner, range: 'bytes=2-4' }, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      '10',
      '',
    ])
    const known = await fetchFile(address, {
      ...owner,
      'if-none-match': `"x", W/${head.headers.get('etag')}`,
    })
    expect([known.status, await known.text()]).toEqual([304, ''])
    expect(opened.length).toBe(before)
  })

  it('puts the settings into what its owner downloads, in ranges too, and nothing into the file', async () => {
    const content = await sharp({
      create: { width: 20, height: 10, channels: 3, background: '#a63' },
    })
      .png()
      .toBuffer()
    const { address, owner, generationId } = await storedFile(context, { content, isPublic: true })
    const download = await fetchFile(`${address}?download`, owner)
    const file = Buffer.from(await download.arrayBuffer())
    expect(download.headers.get('content-length')).toBe(String(file.length))
    expect(download.headers.get('cache-control')).toBe('private, no-cache')
    const { xmp } = await sharp(file).metadata()
    expect(readSettingsPacket(String(xmp))).toMatchObject({
      generation: generationId,
      model: 'flux-dev',
      input: { prompt: 'A fox' },
    })
    const [, account = '?'] = /media\/([^/]+)/.exec(address) ?? []
    expect(file.includes(account)).toBe(false)

    const tag = download.headers.get('etag') ?? ''
    const [start, end] = [20, file.length - 5]
    const range = { ...owner, range: `bytes=${start}-${end}`, 'if-range': tag }
    const part = await fetchFile(`${address}?download`, range)
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes ${start}-${end}/${file.length}`,
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(start, end + 1))).toBe(true)
    const head = await fetchFile(`${address}?download`, owner, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(file.length))

    for (const [query, reader] of [
      ['', owner],
      ['?download&settings=false', owner],
      ['?download', {}],
    ] as const) {
      const answer = await fetchFile(address + query, reader)
      expect(answer.headers.get('etag')).not.toBe(tag)
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    }
  })

  it('lets its owner keep a copy, and makes everyone else ask each time', async () => {
    const { address, owner } = await storedFile(context, { isPublic: true })
    const own = await fetchFile(address, owner)
    const foreign = await fetchFile(address)
    expect([await own.text(), await foreign.text()]).toEqual(['0123456789', '0123456789'])
    expect(own.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(foreign.headers.get('cache-control')).toBe('private, no-cache')
    expect(own.headers.get('vary')).toContain('cookie')
    // The prompt is in the name for its author alone.
    expect(own.headers.get('content-disposition')).toContain('-a-fox-1.png')
    expect(foreign.headers.get('content-disposition')).toContain('-flux-dev-1.png')
  })

  it('is gone for everyone else as soon as it is private, also for who has a copy', async () => {
    const { address, owner, generationId } = await storedFile(context, { isPublic: true })
    const stranger = await storedFile(context)
    const etag = (await fetchFile(address, {}, 'HEAD')).headers.get('etag') ?? ''
    expect((await fetchFile(address, { 'if-none-match': etag })).status).toBe(304)

    await context.database
      .updateTable('generation')
      .set({ is_public: false })
      .where('id', '=', generationId)
      .execute()
    for (const reader of [{}, stranger.owner]) {
      const statuses = [
        (await fetchFile(address, { ...reader, 'if-none-match': etag })).status,
        (await fetchFile(address, { ...reader, range: 'bytes=0-1' })).status,
        (await fetchFile(address, reader, 'HEAD')).status,
      ]
      expect(statuses).toEqual([404, 404, 404])
    }
    expect((await fetchFile(address, { ...owner, 'if-none-match': etag })).status).toBe(304)
  })

  it.each(['text/html', 'image/svg+xml', 'application/pdf'])(
    'has %s saved, never shown',
    async (contentType) => {
      const { address, owner } = await storedFile(context, { contentType })
      const answer = await fetchFile(address, owner)
      await answer.text()
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    },
  )

  it.each([
    'x',
    '..%2f..%2fetc%2fpasswd',
    uuid(),
    `${uuid()}/${uuid()}`,
    `x/${uuid()}`,
    `${uuid()}/x`,
    `${uuid()}/%00`,
    `${uuid()}/${uuid()}'--`,
    'signed',
    'signed/x',
    'signed/a/b?signature=',
  ])('has nothing at /media/%s', async (id) => {
    expect((await fetchFile(`/media/${id}/1.png`)).status).toBe(404)
  })

  it('has a file of one account at no address of another', async () => {
    const { address, owner } = await storedFile(context)
    expect((await fetchFile(address, owner)).status).toBe(200)
    const other = address.replace(/media\/[^/]+/, `media/${uuid()}`)
    expect((await fetchFile(other, owner)).status).toBe(404)
  })

  it('reports a missing file as such', async () => {
    const { address, owner, key } = await storedFile(context)
    await context.storage.delete(key)
    expect((await fetchFile(address, owner)).status).toBe(404)
  })

  it('closes the file when its reader goes away in the middle', async () => {
    const { address, owner } = await storedFile(context, { content: Buffer.alloc(large) })
    for (let reader = 0; reader < 3; reader++) {
      const before = opened.length
      const answer = await begin(url + address, owner)
      await once(answer, 'data')
      answer.destroy()
      await closed(opened[before])
    }
  })

  it('closes the file when its reader has gone before it is open', async () => {
    const { address, owner } = await storedFile(context, { content: Buffer.alloc(large) })
    const before = opened.length
    const request = get(url + address, { headers: owner, agent: false }).on(
      'error',
      () => undefined,
    )
    beforeReading = async () => {
      request.destroy()
      await ended(request)
    }
    await expect.poll(() => opened.length).toBeGreaterThan(before)
    beforeReading = async () => undefined
    await closed(opened[before])
  })
}

export function watched(
  storage: Storage,
  wrap: (read: () => Promise<Readable>) => Promise<Readable>,
): Storage {
  return { ...storage, read: (key, range) => wrap(() => storage.read(key, range)) }
}

export async function begin(
  address: string,
  headers: Record<string, string>,
): Promise<IncomingMessage> {
  const [answer] = await once(get(address, { headers, agent: false }), 'response')
  return answer as IncomingMessage
}

/** An error on the way is what it ends with, too. */
function ended(stream: EventEmitter): Promise<unknown> {
  return new Promise((resolve) => stream.once('close', resolve))
}

/** Resolves once the file, or the store's answer with its socket, is let go of. */
export async function closed(file: Readable | undefined): Promise<void> {
  if (!file) throw new Error('Nothing was opened')
  if (!file.closed) await ended(file)
  const { socket } = file as Readable & { socket?: { destroyed: boolean } }
  expect(socket?.destroyed ?? true).toBe(true)
}

type Wanted = { isPublic?: boolean; contentType?: string; content?: Uint8Array }

/**
 * A finished generation of a new account's with one file; `owner` are the headers its owner asks
 * with.
 */
export async function storedFile(context: AllParts, wanted: Wanted = {}) {
  const {
    isPublic = false,
    contentType = 'image/png',
    content = Buffer.from('0123456789'),
  } = wanted
  const { database, storage } = context
  const account = await testAccount(context)
  const [id, generationId] = [uuid(), uuid()]
  const key = `uploads/${id}.png`
  async function* body() {
    yield content
  }
  const { bytes, sha256 } = await storage.write(key, body(), {
    maxBytes: content.length,
    contentType,
  })
  await database
    .insertInto('generation')
    .values({
      id: generationId,
      account_id: account.id,
      request_id: id,
      kind: 'image',
      generation_type: 'text-to-image',
      model: 'flux-dev',
      input: '{"prompt": "A fox"}',
      price: 1,
      requested: 1,
      status: 'completed',
      is_public: isPublic,
      number: 1,
    })
    .execute()
  await database
    .insertInto('media')
    .values({
      id,
      account_id: account.id,
      generation_id: generationId,
      role: 'output',
      position: 0,
      storage_key: key,
      content_type: contentType,
      bytes,
      sha256,
    })
    .execute()
  const owner = { authorization: `Bearer ${await createApiKey(context, account.id, 'test')}` }
  return {
    address: mediaAddress({ id, account_id: account.id }, '1.png'),
    owner,
    generationId,
    key,
  }
}
