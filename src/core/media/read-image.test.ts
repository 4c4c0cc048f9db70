import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bitOfColor, colors } from '#core/image-search/color-rules.ts'
import { drawing } from '#testing/drawings.ts'
import { readThumbnail, shrinkImage } from './read-image.ts'

const square = (background: string | { r: number; g: number; b: number; alpha: number }) => {
  const channels = typeof background === 'string' ? 3 : 4
  return sharp({ create: { width: 900, height: 900, channels, background } })
}
const blue = square('#2040e0')
const transparent = { r: 255, g: 0, b: 0, alpha: 0 }

async function shrink(content: Buffer) {
  const { webp, colors: set, hash } = await shrinkImage({ content, maxPixels: 10_000_000 })
  const { width, format } = await sharp(webp).metadata()
  return { width, format, hash, names: colors.filter((color) => set & bitOfColor(color)) }
}

describe('the thumbnail of an image and its colours', () => {
  it.each<[string, Promise<Buffer>, string]>([
    ['a PNG of three channels', blue.clone().png().toBuffer(), 'blue'],
    ['a PNG of one channel', square('#808080').greyscale().png().toBuffer(), 'gray'],
    ['a PNG of 16 bits', blue.clone().toColourspace('rgb16').png().toBuffer(), 'blue'],
    ['a JPEG for print', blue.clone().toColourspace('cmyk').jpeg().toBuffer(), 'blue'],
    ['a transparent PNG, as on a white page', square(transparent).png().toBuffer(), 'white'],
    ['an opaque AVIF', blue.clone().avif({ effort: 0 }).toBuffer(), 'blue'],
  ])('%s', async (_name, content, color) => {
    const drawn = await shrink(await content)
    expect(drawn).toEqual({ width: 640, format: 'webp', hash: null, names: [color] })
  })

  it('keeps what is transparent', async () => {
    const { webp } = await shrinkImage({
      content: await square(transparent).png().toBuffer(),
      maxPixels: 10_000_000,
    })
    expect((await sharp(webp).stats()).isOpaque).toBe(false)
  })
})

it('a thumbnail looks as the image it was made from', async () => {
  const content = await sharp(drawing(3)).resize(1_000).png().toBuffer()
  const { webp, ...drawn } = await shrinkImage({ content, maxPixels: 10_000_000 })
  const read = await readThumbnail({ content: webp })
  expect(read.colors).toBe(drawn.colors)
  const differing = [...(read.hash ?? '')].filter((bit, at) => bit !== drawn.hash?.[at])
  expect(read.hash).toHaveLength(256)
  expect(differing.length).toBeLessThanOrEqual(8)
})
