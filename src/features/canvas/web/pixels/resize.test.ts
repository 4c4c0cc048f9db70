import { describe, expect, it } from 'vitest'
import { createMask } from './pixels.ts'
import { resizeMask, resizePixels } from './resize.ts'
import { colorAt, createRandom, drawnMask, maxDifference, noise, plain } from './test-support.ts'

const resized = (...given: Parameters<typeof resizePixels>) => {
  const result = resizePixels(...given)
  if (!result) throw new Error('cancelled')
  return result
}

describe('a smaller image', () => {
  it('is the mean of the area of each pixel', () => {
    const pixels = plain({ width: 3, height: 1 }, [0, 0, 0, 255])
    pixels.data.set([90, 0, 0, 255, 30, 60, 0, 255])
    const half = resized(pixels, { width: 2, height: 1 })
    expect(colorAt(half, 0, 0)).toEqual([70, 20, 0, 255])
    expect(colorAt(half, 1, 0)).toEqual([10, 20, 0, 255])
  })

  it('keeps the mean of all its pixels', () => {
    const pixels = noise({ width: 97, height: 61 }, createRandom(4), true)
    const small = resized(pixels, { width: 13, height: 7 })
    const mean = ({ data }: typeof pixels) =>
      data.reduce((sum, value) => sum + value, 0) / data.length
    expect(mean(small)).toBeCloseTo(mean(pixels), 0)
  })

  it('does not take colours from what is transparent', () => {
    const pixels = plain({ width: 2, height: 1 }, [255, 0, 0, 255])
    pixels.data.set([0, 255, 0, 0], 4)
    expect(colorAt(resized(pixels, { width: 1, height: 1 }), 0, 0)).toEqual([255, 0, 0, 128])
  })
})

describe('a larger image', () => {
  it.each(['lanczos3', 'bicubic', 'bilinear'] as const)(
    'of one colour stays so (%s)',
    (enlarging) => {
      const pixels = plain({ width: 5, height: 3 }, [10, 120, 250, 200])
      const large = resized(pixels, { width: 23, height: 17 }, { enlarging })
      expect(large).toEqual(plain({ width: 23, height: 17 }, [10, 120, 250, 200]))
    },
  )

  it.each(['lanczos3', 'bicubic'] as const)(
    'comes back when it is made smaller (%s)',
    (enlarging) => {
      const random = createRandom(6)
      const rough = noise({ width: 4, height: 4 }, random, true)
      const smooth = resized(rough, { width: 24, height: 20 }, { enlarging: 'bicubic' })
      const large = resized(smooth, { width: 96, height: 80 }, { enlarging })
      expect(maxDifference(resized(large, smooth), smooth)).toBeLessThan(12)
    },
  )

  it('goes on at its edges as they are', () => {
    const pixels = plain({ width: 2, height: 1 }, [0, 0, 0, 255])
    pixels.data.set([200, 200, 200, 255], 4)
    const large = resized(pixels, { width: 8, height: 1 }, { enlarging: 'bilinear' })
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((x) => colorAt(large, x, 0)[0])).toEqual([
      0, 0, 25, 75, 125, 175, 200, 200,
    ])
  })

  it('is sharper with more of the neighbours', () => {
    const edge = plain({ width: 8, height: 1 }, [0, 0, 0, 255])
    for (let x = 4; x < 8; x++) edge.data.set([200, 200, 200], x * 4)
    const slope = (enlarging: 'lanczos3' | 'bilinear') => {
      const large = resized(edge, { width: 32, height: 1 }, { enlarging })
      return (colorAt(large, 16, 0)[0] ?? 0) - (colorAt(large, 15, 0)[0] ?? 0)
    }
    expect(slope('lanczos3')).toBeGreaterThan(slope('bilinear'))
  })
})

describe('any image', () => {
  it('at its own size is the same, colours of nearly transparent pixels too', () => {
    const pixels = noise({ width: 31, height: 17 }, createRandom(7))
    for (let at = 3; at < pixels.data.length; at += 4)
      pixels.data[at] = Math.max(1, pixels.data[at] ?? 0)
    expect(resized(pixels, pixels)).toEqual(pixels)
  })

  it('can be one pixel, or a row of 8,192', () => {
    const row = plain({ width: 8192, height: 1 }, [1, 2, 3, 255])
    expect(colorAt(resized(row, { width: 1, height: 1 }), 0, 0)).toEqual([1, 2, 3, 255])
    const dot = plain({ width: 1, height: 1 }, [9, 8, 7, 255])
    expect(colorAt(resized(dot, { width: 8192, height: 2 }), 8191, 1)).toEqual([9, 8, 7, 255])
  })

  it('is none once it is cancelled', () => {
    const pixels = plain({ width: 4, height: 4 }, [1, 2, 3, 255])
    expect(resizePixels(pixels, { width: 8, height: 8 }, { isCancelled: () => true })).toBeNull()
  })

  it('is refused a size that none has', () => {
    expect(() =>
      resizePixels(plain({ width: 1, height: 1 }, [0, 0, 0, 0]), { width: 0, height: 1 }),
    ).toThrow('size.width is 0')
  })
})

describe('a mask at another size', () => {
  it('is the mean of the area, or a straight line between its values', () => {
    expect([...resizeMask(drawnMask('##..', '#...'), { width: 2, height: 1 }).data]).toEqual([
      191, 0,
    ])
    const large = resizeMask(drawnMask('.#'), { width: 4, height: 1 })
    expect([...large.data]).toEqual([0, 64, 191, 255])
  })

  it('stays empty or full', () => {
    const size = { width: 37, height: 19 }
    const full = createMask({ width: 5, height: 50 })
    expect(resizeMask(full, size).data.every((value) => value === 0)).toBe(true)
    full.data.fill(255)
    expect(resizeMask(full, size).data.every((value) => value === 255)).toBe(true)
  })
})
