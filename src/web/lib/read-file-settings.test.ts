import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { type FileSettings, writeSettingsPacket } from '#core/media/file-settings-contract.ts'
import { readFileSettings } from './read-file-settings.ts'

const settings: FileSettings = {
  version: 1,
  studio: 'Atelier',
  generation: '01980000-0000-7000-8000-000000000001',
  generation_type: 'text-to-image',
  model: 'flux-dev',
  model_version: 1,
  seed: 7,
  input: { prompt: '狐狸 & <fox>' },
}
const packet = writeSettingsPacket(settings, '狐狸')

const image = () => sharp({ create: { width: 9, height: 7, channels: 3, background: '#a63' } })
const readBytes = (bytes: Uint8Array<ArrayBuffer>) => readFileSettings(new Blob([bytes]))

/** A file that another program wrote with this packet. */
const files: [string, (xmp: string) => Promise<Uint8Array<ArrayBuffer>>][] = [
  ['PNG', async (xmp) => withText(await bytesOf(image().png()), xmp)],
  ['JPEG', (xmp) => bytesOf(image().jpeg().withXmp(xmp))],
  [
    'JPEG with EXIF',
    (xmp) =>
      bytesOf(
        image()
          .jpeg()
          .withExif({ IFD0: { Software: 'x' } })
          .withXmp(xmp),
      ),
  ],
  ['WebP', (xmp) => bytesOf(image().webp().withXmp(xmp))],
  ['MP4', async (xmp) => video(xmp)],
]

it.each(files)('reads the settings in a %s', async (_name, make) => {
  expect(await readBytes(await make(packet))).toEqual(settings)
  expect(await readBytes(await make('<x:xmpmeta/>'))).toBeNull()
  expect(await readBytes(await make(packet.replace('{', '[')))).toBe('invalid')
})

it('finds nothing in files without, of no known type, or of nothing at all', async () => {
  for (const encoded of [image().png(), image().jpeg(), image().webp(), image().gif()])
    expect(await readBytes(await bytesOf(encoded))).toBeNull()
  expect(await readBytes(new TextEncoder().encode(packet))).toBeNull()
  expect(await readBytes(new Uint8Array())).toBeNull()
})

it('ends with any bytes behind the beginning of a known type', async () => {
  const whole = await Promise.all(files.map(([, make]) => make(packet)))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 8 }),
      fc.nat(900),
      async (file, changes, length) => {
        const bytes = file.slice(0, length)
        for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
        const read = await readBytes(bytes)
        expect(read === null || read === 'invalid' || read.version === 1).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

async function bytesOf(encoded: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await encoded.toBuffer())
}

/** The PNG with a text chunk behind its header; its checksum is not looked at. */
function withText(png: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  const content = new TextEncoder().encode(`iTXtXML:com.adobe.xmp\0\0\0\0\0${text}`)
  return joined(
    png.subarray(0, 33),
    uint32(content.length - 4),
    content,
    uint32(0),
    png.subarray(33),
  )
}

function video(text: string): Uint8Array<ArrayBuffer> {
  const xmp = new TextEncoder().encode(text)
  const uuid = fromHex('be7acfcb97a942e89c71999491e3afac')
  const name = new TextEncoder().encode('uuid')
  const start = fromHex('000000106674797069736f6d00000200')
  return joined(start, uint32(24 + xmp.length), name, uuid, xmp)
}

function fromHex(hex: string): Uint8Array {
  return new Uint8Array((hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}
