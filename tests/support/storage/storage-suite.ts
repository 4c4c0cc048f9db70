import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { NotStored, type Storage, TooLarge } from '#platform/storage/storage.ts'

/** What every store must do. `open` gives one; `now` is the clock that it signs addresses by. */
export function storageSuite(open: (now?: () => Date) => Storage): void {
  describe('files', () => fileTests(open))
  describe('signed addresses to read', () => signedReadTests(open))
  describe('signed addresses to upload', () => signedUploadTests(open))
}

/** A key of the test's own. */
export function newKey(extension = 'png'): string {
  return `suite/${randomUUID()}/0.${extension}`
}

export async function* chunks(...pieces: (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield Buffer.from(piece)
}

export async function read(storage: Storage, key: string): Promise<string> {
  return (await buffer(await storage.read(key))).toString()
}

const part = 8 * 1024 * 1024

function fileTests(open: () => Storage): void {
  it('stores what was written, and returns its size and hash', async () => {
    const key = newKey()
    const stored = await open().write(key, chunks('hello ', 'world'), {
      maxBytes: 11,
      contentType: 'image/png',
    })
    expect(stored).toEqual({
      bytes: 11,
      sha256: createHash('sha256').update('hello world').digest('hex'),
    })
    expect(await read(open(), key)).toBe('hello world')
    expect(await open().size(key)).toBe(11)
  })

  it.each([0, 1, part - 1, part, part + 1, 2 * part])('keeps %i bytes exactly', async (bytes) => {
    const key = newKey()
    const content = randomBytes(bytes)
    const { sha256 } = await open().write(key, chunks(content), { maxBytes: bytes })
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect((await buffer(await open().read(key))).equals(content)).toBe(true)
  })

  it('replaces a file whole', async () => {
    const key = newKey()
    await open().write(key, chunks('something long'), { maxBytes: 99 })
    await open().write(key, chunks('short'), { maxBytes: 99 })
    expect(await read(open(), key)).toBe('short')
  })

  it('reads a range', async () => {
    const key = newKey()
    await open().write(key, chunks('0123456789'), { maxBytes: 10 })
    expect((await buffer(await open().read(key, { start: 2, end: 4 }))).toString()).toBe('234')
    expect((await buffer(await open().read(key, { start: 9, end: 9 }))).toString()).toBe('9')
  })

  it('refuses what is too large, ends its source, and keeps what was there', async () => {
    const key = newKey()
    const source = chunks('1234', '5678', '9')
    await expect(open().write(key, source, { maxBytes: 7 })).rejects.toThrow(TooLarge)
    expect(await source.next()).toMatchObject({ done: true })
    expect(await open().size(key)).toBeNull()

    await open().write(key, chunks('before'), { maxBytes: 7 })
    await expect(
      open().write(key, chunks(randomBytes(2 * part)), { maxBytes: part + 1 }),
    ).rejects.toThrow(TooLarge)
    expect(await read(open(), key)).toBe('before')
  })

  it('leaves nothing of a body that breaks off', async () => {
    const key = newKey()
    async function* broken() {
      yield randomBytes(part + 1)
      throw new Error('cut off')
    }
    await expect(open().write(key, broken(), { maxBytes: 2 * part })).rejects.toThrow('cut off')
    expect(await open().size(key)).toBeNull()
  })

  it('knows what is not stored, and deletes it all the same', async () => {
    const key = newKey()
    await expect(open().read(key)).rejects.toThrow(NotStored)
    expect(await open().size(key)).toBeNull()
    await open().delete(key)

    await open().write(key, chunks('x'), { maxBytes: 1 })
    const directory = key.replace(/\/0\.png$/, '')
    expect(await open().size(directory)).toBeNull()
    await expect(open().read(directory)).rejects.toThrow(NotStored)
    await open().delete(key)
    expect(await open().size(key)).toBeNull()
  })

  it.each([
    '',
    '/etc/passwd',
    '../x',
    'a/../b',
    'a//b',
    'a/',
    '.partial/x',
    'a b',
    'a?b',
    'a\0b',
    'a\\b',
  ])('takes “%s” for no key', async (key) => {
    await expect(open().write(key, chunks('x'), { maxBytes: 1 })).rejects.toThrow(
      'Not a storage key',
    )
    await expect((async () => open().read(key))()).rejects.toThrow('Not a storage key')
    await expect((async () => open().signedReadUrl(key, { seconds: 60 }))()).rejects.toThrow(
      'Not a storage key',
    )
  })
}

const hourAgo = () => new Date(Date.now() - 3_600_000)

function signedReadTests(open: (now?: () => Date) => Storage): void {
  async function stored(text = '0123456789') {
    const key = newKey()
    await open().write(key, chunks(text), { maxBytes: 99, contentType: 'image/png' })
    return key
  }

  it('gives the file to anyone, whole or in part', async () => {
    const url = await open().signedReadUrl(await stored(), {
      seconds: 60,
      contentType: 'image/png',
    })
    const whole = await fetch(url)
    expect([whole.status, await whole.text(), whole.headers.get('content-type')]).toEqual([
      200,
      '0123456789',
      'image/png',
    ])
    const some = await fetch(url, { headers: { range: 'bytes=2-4' } })
    expect([some.status, await some.text(), some.headers.get('content-range')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
    ])
  })

  it('names a download, whatever the name', async () => {
    const fileName = 'a "quoted"\r\nx: y; 画.png'
    const url = await open().signedReadUrl(await stored(), { seconds: 60, fileName })
    const answer = await fetch(url)
    expect(answer.headers.get('x')).toBeNull()
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename=".*%E7%94%BB\.png$/,
    )
    await answer.body?.cancel()
  })

  it('refuses an altered, a foreign and an expired address', async () => {
    const [key, other] = [await stored(), await stored()]
    const url = await open().signedReadUrl(key, { seconds: 60, contentType: 'image/png' })
    await refuses(url.replace(key, other))
    await refuses(url.replace('image%2Fpng', 'text%2Fhtml'))
    await refuses(url.replace(/(signature=)..../i, '$1AAAA'))
    await refuses(url.replace(/(expires|Expires)=\d+/i, '$1=99999999999'))
    await refuses(url.split('?')[0] ?? '')
    await refuses(url, { method: 'PUT', body: 'x' })
    await refuses(await open(hourAgo).signedReadUrl(key, { seconds: 3599 }))
    const late = await fetch(await open(hourAgo).signedReadUrl(key, { seconds: 3700 }))
    expect(await late.text()).toBe('0123456789')
  })

  it('has nothing where nothing is stored', async () => {
    await refuses(await open().signedReadUrl(newKey(), { seconds: 60 }))
  })
}

function signedUploadTests(open: (now?: () => Date) => Storage): void {
  const headers = { 'content-type': 'image/png' }
  const sign = async (key: string, now?: () => Date) =>
    open(now).signedUploadUrl(key, { seconds: 60, contentType: 'image/png', bytes: 5 })

  it('takes exactly the bytes and the type it was signed for', async () => {
    const key = newKey()
    const url = await sign(key)
    await refuses(url, { method: 'PUT', headers, body: '1234' })
    await refuses(url, { method: 'PUT', headers, body: '123456' })
    await refuses(url, { method: 'PUT', headers: { 'content-type': 'text/html' }, body: '12345' })
    await refuses(url, {
      method: 'PUT',
      headers,
      body: new Blob(['12345']).stream(),
      duplex: 'half',
    })
    expect(await open().size(key)).toBeNull()

    const taken = await fetch(url, { method: 'PUT', headers, body: '12345' })
    await taken.body?.cancel()
    expect(taken.status).toBe(200)
    expect(await read(open(), key)).toBe('12345')
    await refuses(url)
  })

  it('refuses an altered and an expired address', async () => {
    const [key, other] = [newKey(), newKey()]
    const url = await sign(key)
    const put = { method: 'PUT', headers, body: '12345' }
    await refuses(url.replace(key, other), put)
    await refuses(url.replace(/(signature=)..../i, '$1AAAA'), put)
    await refuses(url.replace('bytes=5', 'bytes=4'), { ...put, body: '1234' })
    await refuses(url, { method: 'GET' })
    await refuses(await sign(key, hourAgo), put)
    expect([await open().size(key), await open().size(other)]).toEqual([null, null])
  })
}

async function refuses(url: string, init?: RequestInit & { duplex?: 'half' }): Promise<void> {
  const answer = await fetch(url, init)
  await answer.body?.cancel()
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
}
