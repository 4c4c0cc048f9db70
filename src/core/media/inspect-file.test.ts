import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { Medium } from '#core/models/rules/kinds.ts'
import { InvalidMedia } from '#core/parsers/invalid-media.ts'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { sampleFile } from '#testing/files.ts'
import { sharedParsers } from '#testing/parsers.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import { fileTypeOf, headLength } from './file-type.ts'
import { inspectFile } from './inspect-file.ts'
import { oneChunk } from './stored-files.ts'

const directory = await createTemporaryDirectory('inspect')
afterAll(() => removeTemporaryDirectory(directory))
const storage = createLocalStorage({ directory, baseUrl: 'http://localhost', secret: 'test' })
const parsers = sharedParsers()

async function inspect(file: Buffer, medium: Medium, requiresAudio = false) {
  const type = fileTypeOf(file.subarray(0, headLength))
  if (!type) throw new Error('unsupported file type')
  await storage.write('file', oneChunk(file), { maxBytes: file.length })
  const inspected = await inspectFile({ storage, parsers }, 'account', {
    key: 'file',
    bytes: file.length,
    type,
    medium,
    requiresAudio,
  })
  return { contentType: type.contentType, ...inspected }
}

const image = (format: 'jpeg' | 'png' | 'webp') =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#a63' } })
    .toFormat(format)
    .toBuffer()

const nothing = { width: null, height: null, durationMs: null, fps: null }

describe('inspecting a file returns', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('a %s, with its size', async (format) => {
    const expected = { ...nothing, contentType: `image/${format}`, width: 60, height: 40 }
    expect(await inspect(await image(format), 'image')).toEqual(expected)
  })

  it('a small image, with one read of storage', async () => {
    let reads = 0
    const counting: Storage = {
      ...storage,
      read: (...asked) => storage.read(...asked).finally(() => reads++),
    }
    const file = await image('png')
    await storage.write('once', oneChunk(file), { maxBytes: file.length })
    const type = fileTypeOf(file)
    if (!type) throw new Error('unsupported file type')
    const inspected = inspectFile({ storage: counting, parsers }, 'account', {
      key: 'once',
      bytes: file.length,
      type,
      medium: 'image',
      requiresAudio: false,
    })
    expect(await inspected).toMatchObject({ width: 60, height: 40 })
    expect(reads).toBe(1)
  })

  it('a large image, complete and cut off', async () => {
    const noise = randomBytes(1_300 * 1_300 * 3)
    const large = await sharp(noise, { raw: { width: 1_300, height: 1_300, channels: 3 } })
      .png()
      .toBuffer()
    expect(large.length).toBeGreaterThan(4 * 1024 * 1024)
    expect(await inspect(large, 'image')).toMatchObject({ width: 1_300, height: 1_300 })
    await expect(inspect(large.subarray(0, -9), 'image')).rejects.toThrow(InvalidMedia)
  })

  it('the size of a rotated image as it is shown', async () => {
    const turned = await sharp(await image('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await inspect(turned, 'image')).toMatchObject({ width: 40, height: 60 })
  })

  it.each([
    ['video.mp4', 'video/mp4'],
    ['video.mov', 'video/quicktime'],
    ['video.webm', 'video/webm'],
  ])('a video: %s, with size, length and frame rate', async (name, contentType) => {
    const expected = { contentType, width: 64, height: 48, durationMs: 1_000, fps: 8 }
    expect(await inspect(await sampleFile(name), 'video')).toEqual(expected)
  })

  it.each([
    ['sound.wav', 'audio/wav', 1_000],
    ['sound.mp3', 'audio/mpeg', 1_080],
    ['sound.ogg', 'audio/ogg', 1_000],
    ['sound.flac', 'audio/flac', 1_000],
    ['sound.m4a', 'audio/mp4', 1_000],
    ['sound.aac', 'audio/aac', 1_088],
  ])('audio: %s, with its length', async (name, contentType, durationMs) => {
    expect(await inspect(await sampleFile(name), 'audio')).toEqual({
      ...nothing,
      contentType,
      durationMs,
    })
  })
})

const [png, jpeg, webp] = await Promise.all([image('png'), image('jpeg'), image('webp')])
const gif = await sharp(png).gif().toBuffer()
const [mp4, mov, webm] = [
  await sampleFile('video.mp4'),
  await sampleFile('video.mov'),
  await sampleFile('video.webm'),
]
const wav = await sampleFile('sound.wav')
/** Audio under the brand of a video. */
const hollow = await sampleFile('sound.m4a')
hollow.write('isom', 8)
const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const cut = (file: Buffer) => file.subarray(0, Math.floor(file.length * 0.7))

/** A PNG whose header states far too many pixels. */
function bomb(): Buffer {
  const head = Buffer.from(png)
  head.writeUInt32BE(60_000, 16)
  head.writeUInt32BE(60_000, 20)
  head.writeUInt32BE(crc32(head.subarray(12, 29)), 29)
  return head
}

it.each([
  ['JPEG', jpeg],
  ['PNG', png],
])('a %s that its writer padded with zeros', async (_name, file) => {
  expect(await inspect(Buffer.concat([file, Buffer.alloc(500)]), 'image')).toMatchObject({
    width: expect.any(Number),
  })
})

describe('a file that is not what it claims', () => {
  it.each<[string, Buffer, Medium]>([
    ['nothing at all', Buffer.alloc(0), 'image'],
    ['a page', html, 'image'],
    ['a page that begins like a PNG', Buffer.concat([png.subarray(0, 8), html]), 'image'],
    [
      'a page between the ends of a PNG',
      Buffer.concat([png.subarray(0, 8), html, png.subarray(-12)]),
      'image',
    ],
    ['a PNG cut off', cut(png), 'image'],
    ['a JPEG cut off', cut(jpeg), 'image'],
    ['a WebP cut off', cut(webp), 'image'],
    ['a JPEG with an archive behind it', Buffer.concat([jpeg, Buffer.from('PK\x05\x06')]), 'image'],
    ['a PNG with a page behind it', Buffer.concat([png, html]), 'image'],
    ['a WebP with a page behind it', Buffer.concat([webp, html]), 'image'],
    ['a GIF', gif, 'image'],
    ['a film instead of a picture', mp4, 'image'],
    ['a picture instead of a film', png, 'video'],
    ['a sound instead of a film', wav, 'video'],
    ['a sound in a film’s container', hollow, 'video'],
    ['a film without sound instead of a sound', mov, 'audio'],
    ['a film with sound instead of a sound', mp4, 'audio'],
    ['a film cut off', cut(mp4), 'video'],
    ['a film cut off before its index', cut(mov), 'video'],
    ['a WebM cut off', cut(webm), 'video'],
    ['the mere beginning of a film', mp4.subarray(0, 40), 'video'],
  ])('%s is refused', async (_name, file, medium) => {
    await expect(inspect(file, medium)).rejects.toThrow()
  })

  it.each(['sound.wav', 'sound.mp3', 'sound.ogg', 'sound.flac', 'sound.m4a'])(
    '%s cut off is refused',
    async (name) => {
      await expect(inspect(cut(await sampleFile(name)), 'audio')).rejects.toThrow()
    },
  )

  it('an image is refused for its size, before it is decoded', async () => {
    await expect(inspect(bomb(), 'image')).rejects.toThrow('pixel limit')
  })

  it('a container with images is no audio', async () => {
    await expect(inspect(webm, 'audio')).rejects.toThrow('The audio has images')
  })

  it('a video without the required audio is refused', async () => {
    await expect(inspect(webm, 'video', true)).rejects.toThrow('no audio')
    expect(await inspect(mp4, 'video', true)).toMatchObject({ durationMs: 1_000 })
  })
})

describe('a storage error is not the file’s fault', () => {
  const breaksOff: Storage['read'] = async () => Readable.from(breaking())

  async function* breaking() {
    yield Buffer.from('half')
    throw new Error('down')
  }

  it.each<[string, Storage['read']]>([
    ['refuses', () => Promise.reject(new Error('down'))],
    ['breaks off', breaksOff],
    ['gives too little', async () => Readable.from([Buffer.from('half')])],
  ])('when storage %s, at any read', async (_name, read) => {
    const type = fileTypeOf(mp4)
    if (!type) throw new Error('unsupported file type')
    await storage.write('whole', oneChunk(mp4), { maxBytes: mp4.length })
    const file = {
      key: 'whole',
      bytes: mp4.length,
      type,
      medium: 'video',
      requiresAudio: false,
    } as const
    let readings = 0
    const failingAfter = (healthy: number): Storage => ({
      ...storage,
      read: (key, range) => (readings++ < healthy ? storage.read(key, range) : read(key, range)),
    })
    const inspectAfter = (healthy: number) =>
      inspectFile({ storage: failingAfter(healthy), parsers }, 'account', file)
    await inspectAfter(Number.POSITIVE_INFINITY)
    for (let healthy = 0, all = readings; healthy < all; healthy++) {
      readings = 0
      const error: unknown = await inspectAfter(healthy).catch((error: unknown) => error)
      expect(error).toBeInstanceOf(Error)
      expect(error).not.toBeInstanceOf(InvalidMedia)
    }
  })
})
