import { describe, expect, it } from 'vitest'
import { extendEdges } from './extend.ts'
import { type Corners, distort, findPerspective, movePoint, straighten } from './perspective.ts'
import type { Pixels } from './pixels.ts'
import { colorAt, createRandom, maxDifference, noise, plain } from './test-support.ts'

const square: Corners = [
  { x: 0, y: 0 },
  { x: 40, y: 0 },
  { x: 40, y: 40 },
  { x: 0, y: 40 },
]
const trapezoid: Corners = [
  { x: 12, y: 5 },
  { x: 30, y: 2 },
  { x: 38, y: 36 },
  { x: 3, y: 31 },
]

describe('a perspective', () => {
  it('moves each corner to its own, and back', () => {
    const there = findPerspective(square, trapezoid)
    const back = findPerspective(trapezoid, square)
    for (const [index, corner] of square.entries()) {
      const moved = movePoint(there, corner)
      expect(moved.x).toBeCloseTo(trapezoid[index]?.x ?? 0, 9)
      expect(moved.y).toBeCloseTo(trapezoid[index]?.y ?? 0, 9)
    }
    const middle = movePoint(back, movePoint(there, { x: 17, y: 9 }))
    expect(middle.x).toBeCloseTo(17, 9)
    expect(middle.y).toBeCloseTo(9, 9)
  })

  it('keeps lines straight: diagonals cross where they cross', () => {
    const center = movePoint(findPerspective(square, trapezoid), { x: 20, y: 20 })
    const [a, b, c, d] = trapezoid
    const cross = (p: typeof a, q: typeof a) =>
      (q.x - p.x) * (center.y - p.y) - (q.y - p.y) * (center.x - p.x)
    expect(cross(a, c)).toBeCloseTo(0, 6)
    expect(cross(b, d)).toBeCloseTo(0, 6)
  })

  it.each([
    ['three corners on one line', [square[0], { x: 20, y: 0 }, square[1], square[3]]],
    ['the last three on one line', [square[3], square[0], { x: 20, y: 0 }, square[1]]],
    ['all in one place', [square[0], square[0], square[0], square[0]]],
  ] as [string, Corners][])('refuses %s', (_what, corners) => {
    expect(() => findPerspective(corners, square)).toThrow('three corners on one line')
    expect(() => findPerspective(square, corners)).toThrow(RangeError)
  })

  it('refuses a corner that is no place', () => {
    const corners: Corners = [{ x: Number.NaN, y: 0 }, square[1], square[2], square[3]]
    expect(() => findPerspective(corners, square)).toThrow('from[0] is NaN, 0')
  })
})

describe('an image in perspective', () => {
  const image = noise({ width: 40, height: 40 }, createRandom(17), true)

  it('with its own corners is itself', () => {
    expect(straighten(image, square, image)).toEqual(image)
    expect(distort(image, square, image)).toEqual(image)
  })

  it('mirrored by its corners is mirrored', () => {
    const mirrored = straighten(image, [square[1], square[0], square[3], square[2]], image)
    expect(mirrored && colorAt(mirrored, 3, 7)).toEqual(colorAt(image, 36, 7))
  })

  it('comes back, and is transparent beside its corners', () => {
    const smooth = plain({ width: 40, height: 40 }, [0, 0, 0, 255])
    for (let index = 0; index < 1600; index++)
      smooth.data.set([(index % 40) * 6, Math.floor(index / 40) * 6, 90], index * 4)
    const drawn = distort(smooth, trapezoid, { width: 40, height: 40 })
    expect(drawn && colorAt(drawn, 0, 0)).toEqual([0, 0, 0, 0])
    expect(drawn && colorAt(drawn, 20, 20)[3]).toBe(255)
    const back = drawn && straighten(drawn, trapezoid, smooth)
    const inner = { x: 4, y: 4, width: 32, height: 32 }
    expect(back && maxDifference(back, smooth, inner)).toBeLessThan(8)
  })

  it('is none once it is cancelled, and refused a size that none has', () => {
    expect(straighten(image, square, image, () => true)).toBeNull()
    expect(() => straighten(image, square, { width: 0, height: 1 })).toThrow('size.width is 0')
  })
})

describe('an image extended by its edges', () => {
  const row = plain({ width: 3, height: 1 }, [1, 0, 0, 255])
  row.data[4] = 2
  row.data[8] = 3
  const reds = (pixels: Pixels) => Array.from(pixels.data.filter((_value, at) => at % 4 === 0))
  const margins = { left: 4, top: 0, right: 5, bottom: 0 }

  it('goes on with its outermost pixels, or is mirrored again and again', () => {
    expect(reds(extendEdges(row, margins, 'clamp'))).toEqual([1, 1, 1, 1, 1, 2, 3, 3, 3, 3, 3, 3])
    expect(reds(extendEdges(row, margins, 'mirror'))).toEqual([3, 3, 2, 1, 1, 2, 3, 3, 2, 1, 1, 2])
  })

  it('goes on above and below, too', () => {
    const tall = extendEdges(row, { left: 0, top: 2, right: 0, bottom: 1 }, 'mirror')
    expect(tall.height).toBe(4)
    expect(reds(tall)).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3])
  })

  it('refuses margins that are none, and a size that none has', () => {
    expect(() => extendEdges(row, { ...margins, top: -1 }, 'clamp')).toThrow('top is -1')
    expect(() => extendEdges(row, { ...margins, left: 0.5 }, 'clamp')).toThrow('left is 0.5')
    expect(() => extendEdges(row, { ...margins, right: 16_384 }, 'clamp')).toThrow('size.width')
  })
})
