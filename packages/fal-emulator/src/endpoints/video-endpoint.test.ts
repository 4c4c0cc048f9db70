import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFile, testFileHost } from '../../../../tests/support/files.ts'
import { answerOf, download, type MediaFile, mediaMetadata } from '../testing/emulator-answers.ts'
import { type EmulatorClient, type TestEmulators, testEmulators } from '../testing/test-emulator.ts'

let world: TestEmulators
let emulator: EmulatorClient
let files: Record<'photo' | 'square' | 'video' | 'gif', string>

beforeAll(async () => {
  world = await testEmulators()
  emulator = await world.start({ durable: false, videoSide: 160 })
  const host = await testFileHost()
  files = {
    photo: host.serve('photo.png', await sampleFile('photo.png')),
    square: host.serve(
      'square.png',
      await sharp(await sampleFile('photo.png'))
        .resize(90, 90)
        .png()
        .toBuffer(),
    ),
    video: host.serve('clip.mp4', await sampleFile('clip-silent.mp4')),
    gif: host.serve('moving.gif', await sampleFile('moving.gif')),
  }
})
afterAll(() => world.close())

const prompt = 'waves at dusk'
const widescreen = 16 / 9
const portrait = 3 / 4
const seeded = { seed: expect.any(Number) }

type Row = {
  id: string
  input: () => object
  ratio: number
  seconds: number
  fps: number
  beside: object
}

const wan = 'fal-ai/wan/v2.2-'
const photo = () => ({ image_url: files.photo })
const usual = { seconds: 81 / 16, fps: 16, beside: seeded }
const common = { ...seeded, prompt }
// Interpolated to 32 frames a second.
const large = { seconds: 81 / 16, fps: 32, beside: common }

const rows: readonly Row[] = [
  { id: 'fal-ai/wan-t2v', input: () => ({}), ratio: widescreen, ...usual },
  {
    id: 'fal-ai/wan-t2v',
    input: () => ({ aspect_ratio: '9:16' }),
    ratio: 1 / widescreen,
    ...usual,
  },
  { id: 'fal-ai/wan-i2v', input: photo, ratio: portrait, ...usual },
  { id: 'fal-ai/wan-i2v', input: () => ({ ...photo(), aspect_ratio: '1:1' }), ratio: 1, ...usual },
  {
    id: 'fal-ai/wan-flf2v',
    input: () => ({
      start_image_url: files.square,
      end_image_url: files.photo,
      num_frames: 100,
      frames_per_second: 24,
    }),
    ratio: 1,
    seconds: 100 / 24,
    fps: 24,
    beside: seeded,
  },
  {
    id: 'fal-ai/wan-pro/text-to-video',
    input: () => ({}),
    ratio: widescreen,
    seconds: 6,
    fps: 27,
    beside: {},
  },
  {
    id: 'fal-ai/wan-pro/image-to-video',
    input: photo,
    ratio: portrait,
    seconds: 6,
    fps: 27,
    beside: {},
  },
  {
    id: `${wan}5b/text-to-video`,
    input: () => ({}),
    ratio: widescreen,
    seconds: 81 / 24,
    fps: 24,
    beside: common,
  },
  {
    id: `${wan}5b/image-to-video`,
    input: photo,
    ratio: portrait,
    seconds: 81 / 24,
    fps: 24,
    beside: common,
  },
  { id: `${wan}a14b/text-to-video`, input: () => ({ aspect_ratio: '1:1' }), ratio: 1, ...large },
  { id: `${wan}a14b/image-to-video`, input: photo, ratio: portrait, ...large },
  {
    id: `${wan}a14b/text-to-video/turbo`,
    input: () => ({}),
    ratio: widescreen,
    ...usual,
    beside: common,
  },
  {
    id: `${wan}a14b/image-to-video/turbo`,
    input: photo,
    ratio: portrait,
    ...usual,
    beside: common,
  },
  {
    id: 'fal-ai/wan-vace-14b',
    input: () => ({ ref_image_urls: [files.photo, files.square] }),
    ratio: portrait,
    ...usual,
  },
  {
    id: 'fal-ai/wan-vace-14b/depth',
    input: () => ({ video_url: files.video }),
    ratio: widescreen,
    ...usual,
  },
  {
    id: 'fal-ai/wan-vace-14b/inpainting',
    input: () => ({
      video_url: files.gif,
      mask_image_url: files.square,
      match_input_num_frames: true,
      match_input_frames_per_second: true,
    }),
    ratio: 200 / 112,
    seconds: 2,
    fps: 8,
    beside: seeded,
  },
]

describe('a video', () => {
  it.each(rows)(
    'of $id ($ratio, $seconds s)',
    async ({ id, input, ratio, seconds, fps, beside }) => {
      const { status, body } = await answerOf(emulator, id, { prompt, ...input() })
      expect(status).toBe(200)
      const { video, ...rest } = body as { video: MediaFile }
      expect(rest).toMatchObject(beside)
      if (Object.keys(beside).length === 0) expect(rest).toEqual({})

      const { type, bytes } = await download(video.url)
      expect([type, bytes.length]).toEqual(['video/mp4', video.file_size])
      const facts = await mediaMetadata(bytes)
      expect(facts).toMatchObject({
        headFirst: true,
        audio: null,
        video: { codec: 'avc', fps: expect.closeTo(fps, 1) },
      })
      expect(Math.abs(facts.seconds - seconds)).toBeLessThan(1.5 / fps)
      const { width = 0, height = 1 } = facts.video ?? {}
      expect(Math.abs(Math.log(width / height / ratio))).toBeLessThan(0.16)
      if (id.includes('vace'))
        expect(video).toMatchObject({ width, height, num_frames: facts.video?.frames })
    },
  )

  it('keeps its length when it is long, with fewer frames', async () => {
    const input = { prompt, num_frames: 161, frames_per_second: 10, video_quality: 'low' }
    const { body } = await answerOf(emulator, `${wan}a14b/text-to-video`, input)
    const facts = await mediaMetadata(
      (await download((body as { video: MediaFile }).video.url)).bytes,
    )
    expect(facts.seconds).toBeCloseTo(16.1, 0)
    expect(facts.video?.frames).toBeLessThanOrEqual(162)
  })

  it('of another image is another video', async () => {
    const video = async (image_url: string) => {
      const { body } = await answerOf(emulator, `${wan}5b/image-to-video`, {
        prompt,
        seed: 1,
        image_url,
        num_frames: 17,
      })
      const { bytes } = await download((body as { video: MediaFile }).video.url)
      // The bytes before the frames also contain the time of creation.
      return bytes.subarray(bytes.indexOf('mdat'))
    }
    expect((await video(files.photo)).equals(await video(files.photo))).toBe(true)
    expect((await video(files.photo)).equals(await video(files.square))).toBe(false)
  })

  it('may be missing', async () => {
    const input = { prompt: `${prompt} [fault:empty]`, num_frames: 17 }
    expect((await answerOf(emulator, `${wan}5b/text-to-video`, input)).body).toMatchObject({
      video: null,
    })
  })
})
