import { describe, expect, it } from 'vitest'
import {
  fitted,
  keepInside,
  maxScale,
  minScale,
  scaleStep,
  spanOf,
  stepScale,
  zoomAt,
} from './zoom-view.ts'

describe('stepScale', () => {
  it('goes from a quarter to three times in quarters', () => {
    const up = [minScale]
    while ((up.at(-1) ?? 0) < maxScale) up.push(stepScale(up.at(-1) ?? 0, 1))
    expect(up).toEqual(Array.from({ length: 12 }, (_, index) => (index + 1) * scaleStep))
    expect(stepScale(maxScale, 1)).toBe(maxScale)
    expect(stepScale(minScale, -1)).toBe(minScale)
  })

  it('goes to the nearest step from in between', () => {
    expect([stepScale(1.37, 1), stepScale(1.37, -1)]).toEqual([1.5, 1.25])
  })
})

describe('zoomAt', () => {
  it('keeps the point under the pointer', () => {
    const at = { x: 120, y: -40 }
    const before = { scale: 1.5, x: 30, y: 10 }
    const after = zoomAt(before, 2.5, at)
    const under = ({ scale, x, y }: typeof before) => [(at.x - x) / scale, (at.y - y) / scale]
    expect(under(after)).toEqual(under(before).map((value) => expect.closeTo(value)))
  })

  it('stays within its limits', () => {
    expect(zoomAt(fitted, 9).scale).toBe(3)
    expect(zoomAt(fitted, 0.01).scale).toBe(0.25)
  })
})

describe('keepInside', () => {
  const [content, frame] = [
    { width: 400, height: 300 },
    { width: 600, height: 300 },
  ]

  it('keeps an image that fits in the middle', () => {
    expect(keepInside({ scale: 1, x: 80, y: -20 }, content, frame)).toEqual({
      scale: 1,
      x: 0,
      y: 0,
    })
  })

  it('lets a larger one move to its edges and no further', () => {
    expect(keepInside({ scale: 2, x: 500, y: -500 }, content, frame)).toEqual({
      scale: 2,
      x: 100,
      y: -150,
    })
    expect(keepInside({ scale: 2, x: -60, y: 10 }, content, frame)).toEqual({
      scale: 2,
      x: -60,
      y: 10,
    })
  })
})

it('computes the middle and the distance of two fingers', () => {
  expect(spanOf({ x: 0, y: 0 }, { x: 6, y: 8 })).toEqual({ middle: { x: 3, y: 4 }, distance: 10 })
})
