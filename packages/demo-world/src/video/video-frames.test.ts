import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sampleFile } from '../../../../tests/support/files.ts'
import { type VideoRequest, videoFrames } from './video-frames.ts'

const size = { width: 96, height: 128 }
const still = {
  prompt: 'a quiet lake',
  seed: 5,
  model: 'wan',
  fps: 8,
  frames: 9,
  ...size,
  images: [],
}

/** The light of every frame. */
async function lights(change: Partial<VideoRequest>): Promise<Uint8Array[]> {
  return Array.from(await videoFrames({ ...still, ...change }), ({ light }) => light.slice())
}

/** The light of an image as a video keeps it. */
async function lightOf(image: Uint8Array): Promise<number[]> {
  const { data } = await sharp(image)
    .autoOrient()
    .resize(size.width, size.height, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from({ length: size.width * size.height }, (_, at) => {
    const [red, green, blue] = data.subarray(at * 3, at * 3 + 3)
    return 16 + 0.257 * (red ?? 0) + 0.504 * (green ?? 0) + 0.098 * (blue ?? 0)
  })
}

/** How far two images are apart, on the average, in levels of 255. */
function distance(one: ArrayLike<number>, other: ArrayLike<number>): number {
  return (
    Array.from(one).reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) /
    one.length
  )
}

const flat = (background: string) =>
  sharp({ create: { ...size, channels: 3, background } })
    .png()
    .toBuffer()

describe('a video of an image', () => {
  it('begins with it, turned as the camera was held, and moves on', async () => {
    const photo = await sampleFile('photo.jpg')
    const frames = await lights({ images: [photo] })
    const image = await lightOf(photo)
    expect(frames).toHaveLength(9)
    expect(distance(frames[0] ?? [], image)).toBeLessThan(2)
    expect(distance(frames[8] ?? [], image)).toBeGreaterThan(4)
  })

  it('goes from the first to the last, and begins and ends exactly with them', async () => {
    const [black, white] = [await flat('black'), await flat('white')]
    const frames = await lights({ images: [black, white], exact: true })
    const means = frames.map((frame) => frame.reduce((sum, value) => sum + value, 0) / frame.length)
    expect(means[0]).toBeLessThan(18)
    expect(means[8]).toBeGreaterThan(233)
    expect(means).toEqual([...means].sort((one, other) => one - other))
  })

  it('shows every image in between', async () => {
    const images = [await flat('#202020'), await flat('white'), await flat('#202020')]
    const frames = await lights({ images, exact: true })
    expect(distance(frames[4] ?? [], await lightOf(await flat('white')))).toBeLessThan(2)
  })

  it('moves in the direction that the prompt names', async () => {
    const half = await sharp({ create: { ...size, channels: 3, background: 'black' } })
      .composite([
        {
          input: { create: { width: 48, height: 128, channels: 3, background: 'white' } },
          top: 0,
          left: 0,
        },
      ])
      .png()
      .toBuffer()
    const share = (frame: Uint8Array | undefined) =>
      (frame ?? []).filter((value) => value > 128).length
    const left = await lights({ images: [half], prompt: 'pan left' })
    const right = await lights({ images: [half], prompt: '镜头向右' })
    expect(share(left[8])).toBeGreaterThan(share(left[0]))
    expect(share(right[8])).toBeLessThan(share(right[0]))
  })
})

describe('a video of a prompt', () => {
  it('depends on its words and its seed, and moves', async () => {
    const prompt = 'waves on the sea'
    const [video, again] = [await lights({ prompt }), await lights({ prompt })]
    expect(video).toEqual(again)
    expect(distance(video[0] ?? [], video[8] ?? [])).toBeGreaterThan(1)
    for (const change of [{ prompt: 'a dark forest' }, { prompt, seed: 6 }]) {
      expect(distance(video[0] ?? [], (await lights(change))[0] ?? [])).toBeGreaterThan(3)
    }
  })
})
