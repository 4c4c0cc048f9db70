import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sampleFile } from '../../../../src/testing/files.ts'
import { type ClipRequest, filmFrames } from './video-frames.ts'

const size = { width: 96, height: 128 }
const still = {
  prompt: 'a quiet lake',
  seed: 5,
  model: 'wan',
  fps: 8,
  frames: 9,
  ...size,
  pictures: [],
}

/** The light of every frame. */
async function lights(change: Partial<ClipRequest>): Promise<Uint8Array[]> {
  return Array.from(await filmFrames({ ...still, ...change }), ({ light }) => light.slice())
}

/** The light of a picture as a film keeps it. */
async function lightOf(picture: Uint8Array): Promise<number[]> {
  const { data } = await sharp(picture)
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

/** How far two pictures are apart, on the average, in levels of 255. */
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

describe('a film of a picture', () => {
  it('begins with it, turned as the camera was held, and moves on', async () => {
    const photo = await sampleFile('photo.jpg')
    const frames = await lights({ pictures: [photo] })
    const picture = await lightOf(photo)
    expect(frames).toHaveLength(9)
    expect(distance(frames[0] ?? [], picture)).toBeLessThan(2)
    expect(distance(frames[8] ?? [], picture)).toBeGreaterThan(4)
  })

  it('goes from the first to the last, and begins and ends exactly there', async () => {
    const [black, white] = [await flat('black'), await flat('white')]
    const frames = await lights({ pictures: [black, white], exact: true })
    const means = frames.map((frame) => frame.reduce((sum, value) => sum + value, 0) / frame.length)
    expect(means[0]).toBeLessThan(18)
    expect(means[8]).toBeGreaterThan(233)
    expect(means).toEqual([...means].sort((one, other) => one - other))
  })

  it('shows every picture in between', async () => {
    const pictures = [await flat('#202020'), await flat('white'), await flat('#202020')]
    const frames = await lights({ pictures, exact: true })
    expect(distance(frames[4] ?? [], await lightOf(await flat('white')))).toBeLessThan(2)
  })

  it('moves the way the prompt says', async () => {
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
    const left = await lights({ pictures: [half], prompt: 'pan left' })
    const right = await lights({ pictures: [half], prompt: '镜头向右' })
    expect(share(left[8])).toBeGreaterThan(share(left[0]))
    expect(share(right[8])).toBeLessThan(share(right[0]))
  })
})

describe('a film of a prompt', () => {
  it('follows from its words and its seed, and is alive', async () => {
    const prompt = 'waves on the sea'
    const [film, again] = [await lights({ prompt }), await lights({ prompt })]
    expect(film).toEqual(again)
    expect(distance(film[0] ?? [], film[8] ?? [])).toBeGreaterThan(1)
    for (const change of [{ prompt: 'a dark forest' }, { prompt, seed: 6 }]) {
      expect(distance(film[0] ?? [], (await lights(change))[0] ?? [])).toBeGreaterThan(3)
    }
  })
})
