import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, it } from 'vitest'
import { createLocalStorage } from '#platform/storage/local-storage.ts'
import type { ByteRange } from '#platform/storage/storage.ts'
import { sampleFile } from '#testing/files.ts'
import { sharedParsers } from '#testing/parsers.ts'
import { createTemporaryDirectory, removeTemporaryDirectory } from '#testing/temporary-directory.ts'
import {
  type FileSettings,
  readSettingsPacket,
  writeSettingsPacket,
} from '../file-settings-contract.ts'
import { inspectFile } from '../inspect-file.ts'
import { plannedLength, planPacket, readPlanned } from './embed-packet.ts'

const settings: FileSettings = {
  version: 1,
  studio: 'A & <B>',
  generation: '01980000-0000-7000-8000-000000000001',
  generation_type: 'text-to-image',
  model: 'flux-dev',
  model_version: 1,
  seed: '18446744073709551615',
  input: { prompt: 'a fox\n“画” & <rdf:li>', steps: 28, image_size: null, safe: true },
}
const prompt = String(settings.input.prompt)
const packet = writeSettingsPacket(settings, prompt)

/** The file with the packet, as it is sent; also checks that every range of it is the same bytes. */
async function embed(file: Buffer, contentType: string, xmp = packet): Promise<Buffer | null> {
  const open = async ({ start, end }: ByteRange) => Readable.from([file.subarray(start, end + 1)])
  const segments = await planPacket(async (start, end) => file.subarray(start, end), {
    bytes: file.length,
    contentType,
    xmp,
  })
  if (!segments) return null
  const whole = await buffer(Readable.from(readPlanned(open, segments)))
  expect(whole.length).toBe(plannedLength(segments))
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(whole.length - 1), async (a, b) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)]
      const part = await buffer(Readable.from(readPlanned(open, segments, { start, end })))
      expect(part.equals(whole.subarray(start, end + 1))).toBe(true)
    }),
    { numRuns: 20 },
  )
  return whole
}

const pixelsOf = (file: Buffer) => sharp(file).ensureAlpha().raw().toBuffer()

const noise = (width: number, height: number, channels: 3 | 4) =>
  sharp({
    create: {
      width,
      height,
      channels,
      background: '#0008',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

const formats: [string, string, (image: Sharp) => Sharp][] = [
  ['PNG', 'image/png', (image) => image.png()],
  ['PNG with older XMP', 'image/png', (image) => image.png().withXmp('<older/>')],
  ['JPEG', 'image/jpeg', (image) => image.jpeg()],
  [
    'JPEG with EXIF, a profile and older XMP',
    'image/jpeg',
    (image) =>
      image
        .jpeg()
        .withIccProfile('p3')
        .withExif({ IFD0: { Software: 'x' } })
        .withXmp('<older/>'),
  ],
  ['WebP', 'image/webp', (image) => image.webp()],
  ['lossless WebP', 'image/webp', (image) => image.webp({ lossless: true })],
  [
    'WebP with a profile and older XMP',
    'image/webp',
    (image) => image.webp().withIccProfile('p3').withXmp('<older/>'),
  ],
]

describe.each(formats)('%s', (_name, contentType, encode) => {
  it('keeps every pixel, and another program reads the settings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 90 }),
        fc.constantFrom<3 | 4>(3, 4),
        async (width, height, channels) => {
          const file = await encode(noise(width, height, channels)).toBuffer()
          const whole = await embed(file, contentType)
          if (!whole) throw new Error('nothing was embedded')
          const [before, after] = [await sharp(file).metadata(), await sharp(whole).metadata()]
          expect((await pixelsOf(whole)).equals(await pixelsOf(file))).toBe(true)
          expect(after).toMatchObject({ width, height, hasAlpha: before.hasAlpha })
          expect(after.icc?.length).toBe(before.icc?.length)
          expect(after.exif?.length).toBe(before.exif?.length)
          expect(readSettingsPacket(String(after.xmp))).toEqual(settings)
          expect(whole.includes('<older/>')).toBe(false)
        },
      ),
      { numRuns: 12 },
    )
  })
})

it('adds the settings to an MP4 behind its last box, and the video still opens', async () => {
  const directory = await createTemporaryDirectory('embed')
  try {
    const file = await sampleFile('video.mp4')
    const whole = await embed(file, 'video/mp4')
    if (!whole) throw new Error('nothing was embedded')
    expect(whole.subarray(0, file.length).equals(file)).toBe(true)
    expect(whole.readUInt32BE(file.length)).toBe(whole.length - file.length)
    expect(readSettingsPacket(whole.subarray(file.length).toString())).toEqual(settings)
    const storage = createLocalStorage({ directory, baseUrl: 'http://localhost', secret: 'test' })
    await storage.write('file', Readable.from([whole]), { maxBytes: whole.length })
    const type = { contentType: 'video/mp4', extension: '.mp4' } as const
    const asked = { key: 'file', bytes: whole.length, type, requiresAudio: true }
    expect(
      await inspectFile({ storage, parsers: sharedParsers() }, 'account', {
        ...asked,
        medium: 'video',
      }),
    ).toMatchObject({
      width: 64,
      height: 48,
    })
  } finally {
    await removeTemporaryDirectory(directory)
  }
})

it.each([
  ['image/png', 'photo.jpg'],
  ['image/jpeg', 'photo.png'],
  ['image/webp', 'photo.png'],
  ['video/mp4', 'video.webm'],
  ['video/webm', 'video.webm'],
  ['audio/flac', 'sound.flac'],
  ['audio/wav', 'sound.mp3'],
  ['audio/aac', 'sound.aac'],
  ['image/gif', 'moving.gif'],
])('leaves a file of %s that is %s as it is', async (contentType, name) => {
  expect(await embed(await sampleFile(name), contentType)).toBeNull()
})

it('leaves a video as it is whose last box has no end, or that data follows', async () => {
  const file = await sampleFile('video.mp4')
  const open = Buffer.concat([file, Buffer.from('\0\0\0\0free more', 'latin1')])
  expect(await embed(open, 'video/mp4')).toBeNull()
  expect(await embed(Buffer.concat([file, Buffer.from('PK\x03\x04')]), 'video/mp4')).toBeNull()
})

it('leaves a JPEG as it is whose segment cannot contain the settings', async () => {
  const file = await noise(8, 8, 3).jpeg().toBuffer()
  expect(await embed(file, 'image/jpeg', 'x'.repeat(65_535 - 31))).not.toBeNull()
  expect(await embed(file, 'image/jpeg', 'x'.repeat(65_535 - 30))).toBeNull()
})

it('never throws for a damaged file', async () => {
  const files: Buffer[] = []
  for (const [, , encode] of formats) files.push(await encode(noise(9, 9, 4)).toBuffer())
  files.push(await sampleFile('video.mp4'))
  const types = [...formats.map(([, type]) => type), 'video/mp4']
  await fc.assert(
    fc.asyncProperty(
      fc.nat(files.length - 1),
      fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      fc.nat(400),
      async (which, changes, length) => {
        const file = Buffer.from(files[which] ?? []).subarray(0, length)
        for (const [at, byte] of changes) if (at < file.length) file[at] = byte
        if (file.length > 0) await embed(file, types[which] ?? '')
      },
    ),
    { numRuns: 300 },
  )
})
