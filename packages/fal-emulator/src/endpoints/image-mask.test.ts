import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile, testFileHost } from '../../../../tests/support/files.ts'
import { readDocuments } from '../documents.ts'
import { answerOf, download, type MediaFile } from '../testing/emulator-answers.ts'
import { type EmulatorClient, type TestEmulators, testEmulators } from '../testing/test-emulator.ts'
import { documentedEndpoint } from './documented-endpoint.ts'
import { endpoints } from './endpoints.ts'

const fill = 'fal-ai/flux-pro/v1/fill'

let world: TestEmulators
let emulator: EmulatorClient
let host: Awaited<ReturnType<typeof testFileHost>>

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ durable: false })
  host = await testFileHost()
})
afterAll(() => world.close())

type Raw = { data: Buffer; width: number; height: number }

const rawOf = async (file: Buffer): Promise<Raw> => {
  const upright = sharp(file).autoOrient().removeAlpha().raw()
  const { data, info } = await upright.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A mask of one channel: white, black or grey by what is said of each pixel. */
async function maskOf(
  size: { width: number; height: number },
  at: (x: number, y: number) => number,
) {
  const { width, height } = size
  const data = Uint8Array.from({ length: width * height }, (_, index) =>
    at(index % width, Math.floor(index / width)),
  )
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

let names = 0
const served = (file: Buffer) => host.serve(`${names++}.png`, file)

async function filled(image: Buffer, mask: Buffer, more: object = {}) {
  const input = { prompt: 'a red fox', seed: 3, output_format: 'png', ...more }
  const files = { image_url: served(image), mask_url: served(mask) }
  const { status, body } = await answerOf(emulator, fill, { ...input, ...files })
  expect(status).toBe(200)
  const { images } = body as { images: MediaFile[] }
  return Promise.all(images.map(async ({ url }) => rawOf((await download(url)).bytes)))
}

/** How far the pixels of which the mask says so are from the image: the most, and on average. */
function differences(image: Raw, result: Raw, isCounted: (index: number) => boolean) {
  const counted = [...image.data].flatMap((value, at) =>
    isCounted(Math.floor(at / 3)) ? Math.abs(value - (result.data[at] ?? 0)) : [],
  )
  const sum = counted.reduce((all, one) => all + one, 0)
  return { most: Math.max(0, ...counted), average: sum / Math.max(1, counted.length) }
}

const photo = async (width: number, height: number) =>
  sharp(await sampleFile('photo.jpg'))
    .autoOrient()
    .resize(width, height, { fit: 'fill' })
    .png()
    .toBuffer()

it('knows every endpoint with a mask of an image', () => {
  const known = [...endpoints, ...readDocuments().map(documentedEndpoint)].filter(({ schema }) =>
    Object.keys(schema).some((name) => /mask.*url|mask_image/.test(name)),
  )
  expect(known.map(({ id }) => id)).toEqual([
    fill,
    // Masks of videos.
    ...['fal-ai/wan-vace-14b', 'fal-ai/wan-vace-14b/inpainting'],
  ])
})

describe('an image filled by a mask', () => {
  it.each([
    {
      name: 'a disc',
      width: 96,
      height: 64,
      at: (x: number, y: number) => Math.hypot(x - 50, y - 30) < 20,
    },
    { name: 'half of it', width: 61, height: 83, at: (x: number) => x >= 30 },
    {
      name: 'single pixels',
      width: 64,
      height: 64,
      at: (x: number, y: number) => (x * 7 + y * 3) % 5 === 0,
    },
    {
      name: 'all but a border',
      width: 80,
      height: 40,
      at: (x: number, y: number) => x > 0 && y > 0 && x < 79 && y < 39,
    },
  ])(
    'is the image outside of $name, to the byte, and another inside',
    async ({ width, height, at }) => {
      const image = await photo(width, height)
      const [result] = await filled(
        image,
        await maskOf({ width, height }, (x, y) => (at(x, y) ? 255 : 0)),
      )
      if (!result) throw new Error('There is no image')
      expect(result).toMatchObject({ width, height })
      const before = await rawOf(image)
      const isWhite = (index: number) => at(index % width, Math.floor(index / width))
      expect(differences(before, result, (index) => !isWhite(index)).most).toBe(0)
      expect(differences(before, result, isWhite).average).toBeGreaterThan(12)
    },
  )

  it('is the image under a black mask, and nowhere under a white one', async () => {
    const size = { width: 48, height: 48 }
    const image = await photo(size.width, size.height)
    const before = await rawOf(image)
    const [same] = await filled(image, await maskOf(size, () => 0))
    const [other] = await filled(image, await maskOf(size, () => 255))
    expect(same?.data.equals(before.data)).toBe(true)
    if (!other) throw new Error('There is no image')
    expect(differences(before, other, () => true).average).toBeGreaterThan(12)
  })

  it('keeps its pixels above a million of them, and each of several is another', async () => {
    const size = { width: 1300, height: 900 }
    const image = await photo(size.width, size.height)
    const mask = await maskOf(size, (x) => (x < 650 ? 255 : 0))
    const [first, second] = await filled(image, mask, { num_images: 2 })
    if (!first || !second) throw new Error('There are not two images')
    const before = await rawOf(image)
    const right = ({ data, width }: Raw) =>
      Buffer.concat(
        Array.from({ length: size.height }, (_, y) =>
          data.subarray((y * width + 650) * 3, (y + 1) * width * 3),
        ),
      )
    for (const result of [first, second]) {
      expect(result).toMatchObject(size)
      expect(right(result).equals(right(before))).toBe(true)
    }
    expect(first.data.equals(second.data)).toBe(false)
  })

  it('is turned upright with its mask', async () => {
    // On its side, as a phone writes it: 60 × 80 when shown upright.
    const image = await sharp(await sampleFile('photo.jpg'))
      .resize(80, 60)
      .keepMetadata()
      .toBuffer()
    const mask = await maskOf({ width: 60, height: 80 }, (_x, y) => (y < 40 ? 255 : 0))
    const [result] = await filled(image, mask)
    if (!result) throw new Error('There is no image')
    const before = await rawOf(image)
    expect(differences(before, result, (index) => index >= 60 * 40).most).toBe(0)
  })

  it('is nearly the image outside of the mask as a JPEG', async () => {
    const size = { width: 64, height: 64 }
    const image = await photo(size.width, size.height)
    const mask = await maskOf(size, (x) => (x < 32 ? 255 : 0))
    const [result] = await filled(image, mask, { output_format: 'jpeg' })
    if (!result) throw new Error('There is no image')
    // Blocks of 8: the edge at 32 is the border of one.
    const outside = differences(await rawOf(image), result, (index) => index % 64 >= 32)
    expect(outside.most).toBeLessThanOrEqual(6)
    expect(outside.average).toBeLessThan(1)
  })

  it('is mixed where the mask is grey, and kept where it is transparent', async () => {
    const size = { width: 40, height: 40 }
    const blue = { ...size, channels: 4 as const, background: '#2040e0' }
    const image = await sharp({ create: blue }).png().toBuffer()
    const clear = await sharp({ create: { ...blue, background: '#ffffff00' } })
      .png()
      .toBuffer()
    const [[kept], [half], [whole]] = await Promise.all([
      filled(image, clear),
      filled(image, await maskOf(size, () => 128)),
      filled(image, await maskOf(size, () => 255)),
    ])
    const before = await rawOf(image)
    if (!kept || !half || !whole) throw new Error('There is no image')
    expect(kept.data.equals(before.data)).toBe(true)
    const [of, ofWhole] = [half, whole].map((one) => differences(before, one, () => true).average)
    expect(of).toBeCloseTo(((ofWhole ?? 0) * 128) / 255, 0)
  })
})

describe('a mask that the provider refuses', () => {
  const size = { width: 40, height: 30 }
  const answer = async (mask_url: string) =>
    answerOf(emulator, fill, {
      ...{ prompt: 'a red fox', mask_url },
      image_url: served(await photo(size.width, size.height)),
    })

  it.each([
    { width: 41, height: 30 },
    { width: 40, height: 29 },
    { width: 30, height: 40 },
    { width: 80, height: 60 },
  ])('is of another size: $width × $height', async (other) => {
    const mask_url = served(await maskOf(other, () => 255))
    expect(await answer(mask_url)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'mask_url'], type: 'value_error', input: mask_url }] },
    })
  })

  it('is no image, or is not there', async () => {
    const text = served(Buffer.from('no image'))
    const missing = `${host.url}/missing.png`
    const refused = (type: string, input: string) => ({
      status: 422,
      body: { detail: [{ loc: ['body', 'mask_url'], type, input }] },
    })
    expect(await answer(text)).toMatchObject(refused('image_load_error', text))
    expect(await answer(missing)).toMatchObject(refused('file_download_error', missing))
  })
})

describe('a mask of what words name', () => {
  const size = { width: 300, height: 200 }
  const found = async (svg: string, more: object = {}) => {
    const image = await sharp(
      Buffer.from(
        `<svg width="300" height="200"><rect width="300" height="200" fill="#808080"/>${svg}</svg>`,
      ),
    )
      .png()
      .toBuffer()
    const input = { prompt: 'the disc', image_url: served(image), ...more }
    const { status, body } = await answerOf(emulator, 'fal-ai/evf-sam', input)
    expect(status).toBe(200)
    const { bytes } = await download((body as { image: MediaFile }).image.url)
    return rawOf(bytes)
  }
  const greyAt = ({ data, width }: Raw, x: number, y: number) => data[(y * width + x) * 3]

  it('is white where something lies on a plain ground, as large as the image', async () => {
    const mask = await found('<circle cx="90" cy="100" r="40" fill="#e02020"/>')
    expect(mask).toMatchObject(size)
    expect([greyAt(mask, 90, 100), greyAt(mask, 60, 100)]).toEqual([255, 255])
    expect([greyAt(mask, 200, 100), greyAt(mask, 90, 20)]).toEqual([0, 0])
  })

  it('is black of one colour', async () => {
    const { data } = await found('')
    expect(data.every((value) => value === 0)).toBe(true)
  })
})
