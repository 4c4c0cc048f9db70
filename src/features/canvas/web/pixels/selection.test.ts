import { describe, expect, it } from 'vitest'
import { isMaskEmpty, maskBounds } from './mask.ts'
import type { Mask } from './pixels.ts'
import { selectEllipse, selectPolygon, selectRectangle } from './selection.ts'
import { createRandom, drawing } from './test-support.ts'

const area = ({ data }: Mask) => data.reduce((sum, value) => sum + value, 0) / 255

describe('a rectangle', () => {
  it('covers whole pixels wholly', () => {
    const mask = selectRectangle({ width: 5, height: 4 }, { x: 1, y: 1, width: 3, height: 2 })
    expect(drawing(mask)).toEqual(['.....', '.###.', '.###.', '.....'])
  })

  it('covers parts of pixels in part', () => {
    const mask = selectRectangle(
      { width: 3, height: 3 },
      { x: 0.25, y: 0.5, width: 2, height: 1.25 },
    )
    expect([...mask.data]).toEqual([96, 128, 32, 143, 191, 48, 0, 0, 0])
  })

  it('may reach outside, and be empty', () => {
    const size = { width: 3, height: 2 }
    const all = selectRectangle(size, { x: -1e9, y: -5, width: 2e9, height: 99 })
    expect(drawing(all)).toEqual(['###', '###'])
    expect(isMaskEmpty(selectRectangle(size, { x: 1, y: 1, width: 0, height: 1 }))).toBe(true)
    expect(isMaskEmpty(selectRectangle(size, { x: 9, y: -9, width: 4, height: 4 }))).toBe(true)
  })

  it.each([
    [{ x: Number.NaN, y: 0, width: 1, height: 1 }, 'box is NaN, 0'],
    [{ x: 0, y: 0, width: -1, height: 1 }, 'box.width is -1'],
    [{ x: 0, y: 0, width: 1, height: Number.NaN }, 'box.height is NaN'],
  ])('%j is refused', (box, message) => {
    expect(() => selectRectangle({ width: 2, height: 2 }, box)).toThrow(message)
    expect(() => selectEllipse({ width: 2, height: 2 }, box)).toThrow(RangeError)
  })
})

describe('an ellipse', () => {
  it('has the area that it should, and the same to all sides', () => {
    const mask = selectEllipse({ width: 60, height: 40 }, { x: 5, y: 4, width: 50, height: 32 })
    expect(area(mask)).toBeCloseTo(Math.PI * 25 * 16, -1)
    expect(maskBounds(mask)).toEqual({ x: 5, y: 4, width: 50, height: 32 })
    for (const [index, value] of mask.data.entries()) {
      const mirrored = mask.data[mask.data.length - 1 - index] ?? 0
      expect(Math.abs(value - mirrored)).toBeLessThanOrEqual(2)
    }
  })

  it('is soft at its edge', () => {
    const mask = selectEllipse({ width: 8, height: 8 }, { x: 0, y: 0, width: 8, height: 8 })
    expect(new Set(mask.data).size).toBeGreaterThan(4)
    expect(mask.data[0]).toBe(0)
    expect(mask.data[4 * 8 + 4]).toBe(255)
  })
})

describe('a lasso', () => {
  const size = { width: 20, height: 20 }

  it('covers half of the pixels on its slope', () => {
    const mask = selectPolygon({ width: 4, height: 4 }, [
      { x: 0, y: 0 },
      { x: 4, y: 4 },
      { x: 0, y: 4 },
    ])
    expect([...mask.data.subarray(4, 8)]).toEqual([255, 128, 0, 0])
    expect(area(mask)).toBeCloseTo(8, 1)
  })

  it('leaves out what it encloses twice', () => {
    const star = [0, 2, 4, 1, 3].map((corner) => ({
      x: 10 + 9 * Math.sin((corner * 2 * Math.PI) / 5),
      y: 10 - 9 * Math.cos((corner * 2 * Math.PI) / 5),
    }))
    const mask = selectPolygon(size, star)
    expect(mask.data[10 * 20 + 10]).toBe(0)
    expect(mask.data[4 * 20 + 10]).toBe(255)
  })

  it('agrees with looking at sixteen by sixteen places of each pixel', () => {
    const random = createRandom(5)
    const points = Array.from({ length: 9 }, () => ({ x: random() * 30 - 5, y: random() * 30 - 5 }))
    const mask = selectPolygon(size, points)
    const isInside = (x: number, y: number) => {
      let inside = false
      for (const [index, a] of points.entries()) {
        const b = points.at(index - 1) ?? a
        if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x))
          inside = !inside
      }
      return inside
    }
    for (const [index, value] of mask.data.entries()) {
      let count = 0
      for (let place = 0; place < 256; place++)
        if (
          isInside(
            (index % 20) + ((place % 16) + 0.5) / 16,
            Math.floor(index / 20) + (Math.floor(place / 16) + 0.5) / 16,
          )
        )
          count++
      expect(Math.abs(value - (count * 255) / 256), `pixel ${index}`).toBeLessThan(14)
    }
  })

  it('of two points encloses nothing', () => {
    expect(isMaskEmpty(selectPolygon(size, []))).toBe(true)
    expect(
      isMaskEmpty(
        selectPolygon(size, [
          { x: 0, y: 0 },
          { x: 20, y: 20 },
        ]),
      ),
    ).toBe(true)
  })

  it('of 100,000 points is the circle that they are on', () => {
    const points = Array.from({ length: 100_000 }, (_point, index) => ({
      x: 250 + 200 * Math.cos((index * 2 * Math.PI) / 100_000),
      y: 250 + 200 * Math.sin((index * 2 * Math.PI) / 100_000),
    }))
    const mask = selectPolygon({ width: 500, height: 500 }, points)
    expect(area(mask) / (Math.PI * 200 ** 2)).toBeCloseTo(1, 3)
  })

  it('that is a scribble of 20,000 long lines stays even-odd', () => {
    const points = Array.from({ length: 20_000 }, (_point, index) => ({
      x: (index % 2) * 64,
      y: (index * 997) % 300,
    }))
    const mask = selectPolygon({ width: 64, height: 300 }, points)
    expect(mask.data.every((value) => value >= 0 && value <= 255)).toBe(true)
    expect(isMaskEmpty(mask)).toBe(false)
  })

  it('refuses a point that is no place, naming it', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 1, y: Number.NaN },
      { x: 2, y: 2 },
    ]
    expect(() => selectPolygon(size, points)).toThrow('points[1] is 1, NaN')
  })
})
