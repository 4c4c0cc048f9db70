import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { frameOf } from './canvas/canvas.ts'
import { compositions } from './compositions.ts'
import { randomFrom } from './noise.ts'
import { mixPalette } from './palette.ts'
import { palettes } from './palettes.ts'
import { blackImage, type ImageRequest, renderImage } from './render-image.ts'

const request: ImageRequest = {
  prompt: 'a red fox in the snow',
  seed: 42,
  width: 96,
  height: 96,
  model: 'fal-ai/flux/dev',
}

describe('an image', () => {
  it('is the same for the same request', async () => {
    expect(await renderImage(request)).toEqual(await renderImage(request))
  })

  it.each([
    { prompt: 'a red fox in the sand' },
    { seed: 43 },
    { index: 1 },
    { model: 'fal-ai/flux/schnell' },
    { model: 'fal-ai/janus' },
    { model: 'fal-ai/stable-diffusion-v35-large' },
    { steps: 12 },
    { guidance: 9 },
  ])('changes with %o, and not by a little', async (change) => {
    const [before, after] = await Promise.all([pixels(request), pixels({ ...request, ...change })])
    const difference =
      before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0) / before.length
    expect(difference).toBeGreaterThan(0.5)
  })

  it.each([
    [64, 64, 'jpeg'],
    [96, 40, 'png'],
    [33, 77, 'jpeg'],
    [1, 1, 'png'],
  ] as const)('has the requested pixels: %i × %i %s', async (width, height, format) => {
    const image = await renderImage({ ...request, width, height, format })
    expect(await sharp(image).metadata()).toMatchObject({ width, height, format, channels: 3 })
  })

  it('carries a bright mark in its lower right corner, on water that is dark from side to side', async () => {
    const data = await pixels({ ...request, prompt: 'aurora', width: 300, height: 300 })
    const brightest = (left: number) => {
      const rows = Array.from({ length: 30 }, (_, row) => ((265 + row) * 300 + left) * 3)
      const reds = rows.flatMap((start) =>
        Array.from({ length: 40 }, (_, column) => data[start + column * 3] ?? 0),
      )
      return Math.max(...reds)
    }
    expect(brightest(255)).toBeGreaterThan(brightest(5) + 40)
  })
})

describe.each(Object.entries(compositions))('the composition %s', (_, composition) => {
  it.each([
    [72, 40],
    [40, 72],
  ])('fills %i × %i with light', (width, height) => {
    const [palette] = palettes
    if (!palette) throw new Error('There is no palette')
    const random = randomFrom('test')
    const stage = {
      frame: frameOf(width, height),
      random,
      tags: new Set<string>(),
      detail: 0.5,
      time: 0,
    }
    const mixed = mixPalette(palette.swatches, { colours: [], gently: false }, random.fork('mix'))
    const canvas = composition.paint({ ...stage, palette: mixed })
    expect(canvas).toMatchObject({ width, height })
    expect(canvas.data.every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
    expect(new Set(canvas.data).size).toBeGreaterThan(500)
  })
})

describe('the image in place of a flagged one', () => {
  it('is black and has the size', async () => {
    const { data, info } = await sharp(await blackImage({ width: 8, height: 6, format: 'png' }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 8, height: 6 })
    expect(Math.max(...data)).toBe(0)
  })
})

async function pixels(of: ImageRequest): Promise<Buffer> {
  return sharp(await renderImage({ ...of, format: 'png' }))
    .raw()
    .toBuffer()
}
