import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFileHost } from '../../../../tests/support/files.ts'
import { answerOf, download, type MediaFile } from '../testing/emulator-answers.ts'
import { type EmulatorClient, type TestEmulators, testEmulators } from '../testing/test-emulator.ts'

let world: TestEmulators
let emulator: EmulatorClient
let host: Awaited<ReturnType<typeof testFileHost>>

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ durable: false })
  host = await testFileHost()
})
afterAll(() => world.close())

/** The result of a control image of 64 × 64 pixels, whose left half has one brightness. */
async function resultOf(brightness: number) {
  const data = Uint8Array.from({ length: 64 * 64 }, (_, at) => (at % 64 < 32 ? brightness : 0))
  const file = await sharp(data, { raw: { width: 64, height: 64, channels: 1 } })
    .png()
    .toBuffer()
  const { status, body } = await answerOf(emulator, 'fal-ai/flux-control-lora-canny', {
    ...{ prompt: 'a red fox', seed: 3, output_format: 'png', image_size: 'square' },
    control_lora_image_url: host.serve(`control-${brightness}.png`, file),
  })
  expect(status).toBe(200)
  const [image] = (body as { images: MediaFile[] }).images
  if (!image) throw new Error('There is no image')
  const shown = sharp((await download(image.url)).bytes).removeAlpha()
  const meanOf = async (left: number) => {
    const half = { left, top: 0, width: 256, height: 512 }
    const { channels } = await sharp(await shown.clone().extract(half).toBuffer()).stats()
    return channels.reduce((sum, { mean }) => sum + mean, 0) / channels.length
  }
  const { width, height } = await shown.clone().metadata()
  return { size: [width, height], left: await meanOf(0), right: await meanOf(256) }
}

it('makes a result in the asked size that is white where the control image is, and nowhere else', async () => {
  const [black, white] = [await resultOf(0), await resultOf(255)]
  expect(white.size).toEqual([512, 512])
  // The soft edge of a scaled image reaches a few pixels.
  expect(white.left).toBeGreaterThan(254)
  expect(black.left).toBeLessThan(250)
  expect(Math.abs(white.right - black.right)).toBeLessThan(2)
})
