import { describe, expect, it } from 'vitest'
import { boxBlur, boxRadii, boxRadiiForReach } from './box-blur.ts'
import { findEdges } from './edges.ts'
import { blur, blurReach, denoise, sharpen } from './filters.ts'
import { createMask, cropPixels, type Pixels } from './pixels.ts'
import { colorAt, createRandom, drawing, maxDifference, noise, plain } from './test-support.ts'

const image = noise({ width: 60, height: 150 }, createRandom(21))

function made<Result>(result: Result | null): Result {
  if (result === null) throw new Error('cancelled')
  return result
}

/** White from a column on, black before. */
function edgeAt(width: number, height: number, column: number): Pixels {
  const pixels = plain({ width, height }, [0, 0, 0, 255])
  for (let y = 0; y < height; y++)
    for (let x = column; x < width; x++) pixels.data.set([255, 255, 255], (y * width + x) * 4)
  return pixels
}

describe('a blur', () => {
  it.each([0, 0.3, 1, 2.5, 10, 64, 256])('of sigma %d has the variance of it', (sigma) => {
    const variance = boxRadii(sigma).reduce(
      (sum, radius) => sum + ((2 * radius + 1) ** 2 - 1) / 12,
      0,
    )
    const error = Math.abs(variance - sigma * sigma)
    expect(error).toBeLessThan(Math.max(0.7, sigma * sigma * 0.07))
  })

  it('rounds each mean to the nearest number', () => {
    const data = Uint16Array.of(0, 0, 2, 65_535, 65_535, 65_535)
    boxBlur({ width: 6, height: 1, channels: 1, data }, [1])
    expect([...data]).toEqual([0, 1, 21_846, 43_691, 65_535, 65_535])
  })

  it('is near to a Gaussian one', () => {
    const sigma = 6
    const blurred = made(blur(edgeAt(80, 3, 40), { sigma }))
    const gauss = (x: number) => {
      let sum = 0
      for (let place = 40; place < 400; place++)
        sum += Math.exp(-((place - x) ** 2) / (2 * sigma * sigma))
      return (255 * sum) / (sigma * Math.sqrt(2 * Math.PI))
    }
    for (let x = 15; x < 65; x++)
      expect(Math.abs((colorAt(blurred, x, 1)[0] ?? 0) - gauss(x))).toBeLessThan(4)
  })

  it('of one colour is that colour, and of nothing the image', () => {
    const grey = plain({ width: 9, height: 5 }, [10, 99, 201, 180])
    expect(blur(grey, { sigma: 30 })).toEqual(grey)
    expect(blur(image, { sigma: 0 })).toEqual({
      ...image,
      data: made(blur(image, { sigma: 0 })).data,
    })
    const opaque = noise({ width: 9, height: 5 }, createRandom(1), true)
    expect(blur(opaque, { sigma: 0 })).toEqual(opaque)
  })

  it('does not take colours from what is transparent', () => {
    const pixels = plain({ width: 20, height: 1 }, [255, 0, 0, 255])
    for (let x = 10; x < 20; x++) pixels.data.set([0, 255, 0, 0], x * 4)
    const blurred = made(blur(pixels, { sigma: 2 }))
    expect(colorAt(blurred, 10, 0).slice(0, 3)).toEqual([255, 0, 0])
    expect(colorAt(blurred, 10, 0)[3]).toBeLessThan(128)
  })

  it.each([1, 4, 9.5])('of sigma %d in a tile is the same with enough around it', (sigma) => {
    const reach = blurReach(sigma)
    const tile = { x: 20, y: 60, width: 15, height: 30 }
    const [left, top] = [Math.max(0, tile.x - reach), Math.max(0, tile.y - reach)]
    const [right, bottom] = [
      Math.min(image.width, tile.x + tile.width + reach),
      Math.min(image.height, tile.y + tile.height + reach),
    ]
    const around = { x: left, y: top, width: right - left, height: bottom - top }
    const alone = made(blur(cropPixels(image, around), { sigma }))
    const within = { ...tile, x: tile.x - left, y: tile.y - top }
    expect(cropPixels(alone, within)).toEqual(cropPixels(made(blur(image, { sigma })), tile))
  })

  it('reaches no further than it says', () => {
    expect(boxRadiiForReach(7).reduce((sum, radius) => sum + radius)).toBe(7)
    const blurred = made(blur(edgeAt(80, 1, 40), { sigma: 5 }))
    const reach = blurReach(5)
    expect(colorAt(blurred, 39 - reach, 0)[0]).toBe(0)
    expect(colorAt(blurred, 40 + reach, 0)[0]).toBe(255)
    expect(colorAt(blurred, 44 - reach, 0)[0]).toBeGreaterThan(0)
  })

  it('changes only as much as the mask says', () => {
    const mask = createMask(image)
    mask.data.fill(255, 0, 600)
    const blurred = made(blur(image, { sigma: 3 }, { mask }))
    expect(maxDifference(blurred, image, { x: 0, y: 10, width: 60, height: 140 })).toBe(0)
    const all = made(blur(image, { sigma: 3 }))
    expect(maxDifference(blurred, all, { x: 0, y: 0, width: 60, height: 10 })).toBe(0)
  })
})

describe('sharpening', () => {
  it('adds the difference to the blurred image', () => {
    const edge = edgeAt(20, 1, 10)
    for (let x = 0; x < 20; x++) edge.data.set(x < 10 ? [80, 80, 80] : [160, 160, 160], x * 4)
    const blurred = made(blur(edge, { sigma: 2 }))
    const sharp = made(sharpen(edge, { amount: 0.5, sigma: 2, threshold: 0 }))
    const difference = 160 - (colorAt(blurred, 10, 0)[0] ?? 0)
    expect(difference).toBeGreaterThan(10)
    const expected = 160 + difference / 2
    expect(Math.abs((colorAt(sharp, 10, 0)[0] ?? 0) - expected)).toBeLessThanOrEqual(0.5)
    expect(colorAt(sharp, 0, 0)).toEqual([80, 80, 80, 255])
    expect(sharpen(edge, { amount: 0.5, sigma: 2, threshold: 100 })).toEqual(edge)
  })
})

describe('removing noise', () => {
  it('takes the median of the square around each pixel', () => {
    const small = noise({ width: 23, height: 17 }, createRandom(5))
    for (const radius of [1, 2, 5]) {
      const clean = made(denoise(small, { radius }))
      for (let y = 0; y < 17; y++)
        for (let x = 0; x < 23; x++) {
          const around: number[] = []
          for (let dy = -radius; dy <= radius; dy++)
            for (let dx = -radius; dx <= radius; dx++) {
              const column = Math.min(22, Math.max(0, x + dx))
              around.push(colorAt(small, column, Math.min(16, Math.max(0, y + dy)))[1] ?? 0)
            }
          const median = around.toSorted((a, b) => a - b)[(around.length - 1) / 2]
          if (colorAt(clean, x, y)[1] !== median) expect.fail(`${x}, ${y}, radius ${radius}`)
        }
    }
  })

  it('removes a speck and keeps an edge', () => {
    const edge = edgeAt(12, 9, 6)
    const speck = { ...edge, data: edge.data.slice() }
    speck.data.set([255, 255, 255], (4 * 12 + 2) * 4)
    expect(denoise(speck, { radius: 1 })).toEqual(edge)
  })
})

describe('edges', () => {
  const options = { sigma: 1, low: 100, high: 200 }

  it('are one pixel wide, where brightness changes', () => {
    const edges = made(findEdges(edgeAt(12, 6, 6), options))
    for (const row of drawing(edges)) {
      expect(row.replaceAll('.', '')).toBe('#')
      expect([5, 6]).toContain(row.indexOf('#'))
    }
  })

  it('go on where they are weak, but do not begin there', () => {
    const pixels = plain({ width: 20, height: 40 }, [0, 0, 0, 255])
    for (let y = 0; y < 40; y++)
      for (let x = 10; x < 20; x++) {
        const value = y < 20 ? 120 : 45
        pixels.data.set([value, value, value], (y * 20 + x) * 4)
      }
    const marked = (high: number) =>
      drawing(made(findEdges(pixels, { sigma: 0, low: 100, high }))).filter((row) =>
        row.includes('#'),
      ).length
    expect(marked(300)).toBe(40)
    expect(marked(700)).toBe(0)
  })

  it('are none in one colour, in one pixel, and where a mask keeps', () => {
    const isNone = (pixels: Pixels, mask = createMask(pixels)) =>
      made(findEdges(pixels, options, { mask })).data.every((value) => value === 0)
    const full = createMask({ width: 9, height: 9 })
    full.data.fill(255)
    expect(isNone(plain(full, [9, 99, 199, 255]), full)).toBe(true)
    expect(isNone(plain({ width: 1, height: 1 }, [255, 255, 255, 255]))).toBe(true)
    expect(isNone(edgeAt(12, 6, 6))).toBe(true)
  })
})

describe('every filter', () => {
  const filters = {
    blur: (isCancelled: () => boolean) => blur(image, { sigma: 2 }, { isCancelled }),
    sharpen: (isCancelled: () => boolean) =>
      sharpen(image, { amount: 1, sigma: 2, threshold: 0 }, { isCancelled }),
    denoise: (isCancelled: () => boolean) => denoise(image, { radius: 1 }, { isCancelled }),
    findEdges: (isCancelled: () => boolean) =>
      findEdges(image, { sigma: 1, low: 1, high: 2 }, { isCancelled }),
  }

  it.each(Object.entries(filters))('is none once it is cancelled (%s)', (_name, filter) => {
    for (const after of [1, 2, 3]) {
      let asked = 0
      expect(filter(() => ++asked >= after)).toBeNull()
    }
    expect(filter(() => false)).not.toBeNull()
  })

  it('refuses what is out of range, naming it', () => {
    expect(() => blur(image, { sigma: -1 })).toThrow('sigma is -1: a number from 0 to 256')
    expect(() => blur(image, { sigma: Number.NaN })).toThrow('sigma is NaN')
    expect(() => sharpen(image, { amount: 6, sigma: 1, threshold: 0 })).toThrow('amount is 6')
    expect(() => denoise(image, { radius: 0 })).toThrow('radius is 0')
    expect(() => denoise(image, { radius: 1.5 })).toThrow('radius is 1.5')
    expect(() => findEdges(image, { sigma: 1, low: 9, high: 8 })).toThrow('high is 8')
    const mask = createMask({ width: 1, height: 1 })
    expect(() => blur(image, { sigma: 1 }, { mask })).toThrow('mask is 1 × 1')
    expect(() => findEdges(image, { sigma: 1, low: 1, high: 2 }, { mask })).toThrow('mask is')
  })
})
