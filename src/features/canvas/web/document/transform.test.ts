import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cornersOf,
  invert,
  matrixOf,
  movePoint,
  moveRect,
  multiply,
  normalizeDegrees,
  noTransform,
  type Transform,
  transformOf,
} from './transform.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const scale = fc.oneof(number(0.05, 20), number(-20, -0.05))
const transform = fc.record({
  ...{ x: number(-5000, 5000), y: number(-5000, 5000) },
  ...{ scaleX: scale, scaleY: scale, rotation: number(-360, 360) },
})
const place = fc.record({ x: number(-4000, 4000), y: number(-4000, 4000) })

describe('the matrix of a layer', () => {
  it('scales, then rotates clockwise, then moves', () => {
    const matrix = matrixOf({ x: 100, y: 10, scaleX: 2, scaleY: 3, rotation: 90 })
    expect(movePoint(matrix, { x: 5, y: 1 })).toEqual({ x: 97, y: 20 })
  })

  it('has whole numbers after a quarter turn, so that pixels stay sharp', () => {
    for (const rotation of [-360, -270, -90, 0, 90, 180, 270, 360])
      for (const value of matrixOf({ ...noTransform, rotation }))
        expect(Number.isInteger(value), `${rotation}`).toBe(true)
  })

  it('is undone by its inverse', () => {
    fc.assert(
      fc.property(transform, place, (one, at) => {
        const matrix = matrixOf(one)
        const inverse = invert(matrix)
        if (!inverse) throw new Error('It has an area')
        const back = movePoint(inverse, movePoint(matrix, at))
        expect(back.x).toBeCloseTo(at.x, 3)
        expect(back.y).toBeCloseTo(at.y, 3)
      }),
    )
  })

  it('has no inverse without an area', () => {
    expect(invert(matrixOf({ ...noTransform, scaleX: 0 }))).toBeNull()
  })

  it('is that of the group after that of the layer', () => {
    fc.assert(
      fc.property(transform, transform, place, (group, layer, at) => {
        const both = movePoint(multiply(matrixOf(group), matrixOf(layer)), at)
        const inTurn = movePoint(matrixOf(group), movePoint(matrixOf(layer), at))
        expect(both.x).toBeCloseTo(inTurn.x, 3)
        expect(both.y).toBeCloseTo(inTurn.y, 3)
      }),
    )
  })

  it('leads back to a transform that looks the same', () => {
    fc.assert(
      fc.property(transform, (one: Transform) => {
        const [first, again] = [matrixOf(one), matrixOf(transformOf(matrixOf(one)))]
        for (const [at, value] of first.entries()) expect(again[at]).toBeCloseTo(value, 4)
      }),
    )
  })
})

it('names the corners of a box clockwise from the top left', () => {
  const matrix = matrixOf({ x: 10, y: 20, scaleX: 2, scaleY: 1, rotation: 0 })
  expect(cornersOf(matrix, { x: 0, y: 0, width: 3, height: 4 })).toEqual([
    ...[
      { x: 10, y: 20 },
      { x: 16, y: 20 },
    ],
    ...[
      { x: 16, y: 24 },
      { x: 10, y: 24 },
    ],
  ])
})

describe('moveRect', () => {
  it('returns whole pixels around the box', () => {
    const box = { x: 0.5, y: 1, width: 2, height: 2 }
    expect(moveRect(matrixOf(noTransform), box)).toEqual({ x: 0, y: 1, width: 3, height: 2 })
  })

  it('adds no pixel for a rounding error', () => {
    const box = { x: 3, y: 4, width: 50, height: 60 }
    expect(moveRect([1, 0, 0, 1, -1e-9, 1e-9], box)).toEqual(box)
  })
})

it('gives angles from above -180 to 180', () => {
  expect([-360, -180, -90, 0, 180, 270, 540].map(normalizeDegrees)).toEqual([
    ...[0, 180, -90, 0, 180, -90, 180],
  ])
})
