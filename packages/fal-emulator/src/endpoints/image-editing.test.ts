import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile, testFileHost } from '../../../../tests/support/files.ts'
import { answerOf, distance, download, type MediaFile } from '../testing/emulator-answers.ts'
import { type EmulatorClient, type TestEmulators, testEmulators } from '../testing/test-emulator.ts'

let world: TestEmulators
let emulator: EmulatorClient
let photo: string
let blue: string
let photoBytes: Buffer
let host: Awaited<ReturnType<typeof testFileHost>>

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ durable: false })
  host = await testFileHost()
  // On its side, as a phone writes it: 60 × 80 when shown upright.
  photoBytes = await sharp(await sampleFile('photo.jpg'))
    .resize(80, 60)
    .keepMetadata()
    .toBuffer()
  photo = host.serve('photo.jpg', photoBytes)
  const flat = sharp({ create: { width: 60, height: 80, channels: 3, background: '#2040e0' } })
  blue = host.serve('blue.png', await flat.png().toBuffer())
})
afterAll(() => world.close())

type ImageAnswer = { images: MediaFile[]; has_nsfw_concepts?: boolean[]; description?: string }

const prompt = 'at dusk, in warm light'
const isNano = (id: string) => id.includes('nano')
const naming = (id: string, ...urls: string[]) =>
  isNano(id) ? { image_urls: urls } : { image_url: urls[0] }

async function edited(
  id: string,
  input: object,
): Promise<{ answer: ImageAnswer; files: Buffer[] }> {
  const { status, body } = await answerOf(emulator, id, { prompt, seed: 3, ...input })
  expect(status).toBe(200)
  const answer = body as ImageAnswer
  const files = await Promise.all(answer.images.map(async ({ url }) => (await download(url)).bytes))
  return { answer, files }
}

const usual = {
  seed: 3,
  prompt,
  has_nsfw_concepts: [false],
  timings: { inference: expect.any(Number) },
}

describe.each([
  { id: 'fal-ai/flux/dev/image-to-image', format: 'jpeg', rest: usual },
  { id: 'fal-ai/flux-pro/kontext', format: 'jpeg', rest: usual },
  { id: 'fal-ai/nano-banana/edit', format: 'png', rest: { description: expect.any(String) } },
  { id: 'fal-ai/qwen-image-edit', format: 'png', rest: usual },
])('$id', ({ id, format, rest }) => {
  it('answers one image in the shape of the input, upright, and without its position', async () => {
    const { answer, files } = await edited(id, naming(id, photo))
    const image = {
      url: expect.stringContaining('/files/'),
      content_type: `image/${format}`,
      width: 60,
      height: 80,
    }
    expect(answer).toEqual({ images: [expect.objectContaining(image)], ...rest })
    const found = await sharp(files[0]).metadata()
    expect(found).toMatchObject({ format, width: 60, height: 80 })
    expect(found.exif).toBeUndefined()
  })

  it('visibly uses the image, and changes it', async () => {
    const [ofPhoto, ofBlue] = [
      await edited(id, naming(id, photo)),
      await edited(id, naming(id, blue)),
    ]
    const [one, other] = [ofPhoto.files[0] ?? Buffer.of(), ofBlue.files[0] ?? Buffer.of()]
    expect(await distance(one, other)).toBeGreaterThan(8)
    expect(await distance(one, photoBytes)).toBeGreaterThan(4)
  })

  it('gives several that differ, of which the flagged ones are not shown', async () => {
    const { files } = await edited(id, { ...naming(id, photo), num_images: 2 })
    expect(await distance(files[0] ?? Buffer.of(), files[1] ?? Buffer.of())).toBeGreaterThan(1)

    const { answer, files: validated } = await edited(id, {
      ...naming(id, photo),
      num_images: 2,
      prompt: `${prompt} [fault:nsfw]`,
    })
    if (isNano(id)) return expect(answer.images).toHaveLength(1)
    expect([...(answer.has_nsfw_concepts ?? [])].sort()).toEqual([false, true])
    const black = validated[answer.has_nsfw_concepts?.indexOf(true) ?? -1]
    expect((await sharp(black).stats()).channels.every(({ max }) => max === 0)).toBe(true)
  })
})

it.each([
  ['fal-ai/flux-pro/kontext', { aspect_ratio: '16:9' }],
  ['fal-ai/nano-banana/edit', { aspect_ratio: '16:9' }],
  ['fal-ai/qwen-image-edit', { image_size: { width: 96, height: 54 } }],
])('%s accepts the requested shape', async (id, wide) => {
  const { answer } = await edited(id, { ...naming(id, photo), ...wide })
  const { width = 0, height = 1 } = answer.images[0] ?? {}
  expect(width / height).toBeCloseTo(16 / 9, 1)
})

it('changes more with a higher strength', async () => {
  const by = async (strength: number) => {
    const { files } = await edited('fal-ai/flux/dev/image-to-image', { image_url: photo, strength })
    return distance(files[0] ?? Buffer.of(), photoBytes)
  }
  expect(await by(0.9)).toBeGreaterThan((await by(0.05)) * 1.5)
})

it('accepts several images, and gives webp', async () => {
  const id = 'fal-ai/nano-banana/edit'
  const { files } = await edited(id, { ...naming(id, photo, blue), output_format: 'webp' })
  expect(await sharp(files[0]).metadata()).toMatchObject({ format: 'webp', width: 60, height: 80 })
})
