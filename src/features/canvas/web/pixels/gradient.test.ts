import { describe, expect, it } from 'vitest'
import { drawGradient, type Gradient } from './gradient.ts'
import { colorAt } from './test-support.ts'

const blackToWhite: Gradient = {
  shape: 'linear',
  from: { x: 0.5, y: 0 },
  to: { x: 10.5, y: 0 },
  stops: [
    { offset: 0, color: [0, 0, 0, 255] },
    { offset: 1, color: [250, 250, 250, 255] },
  ],
}

describe('a gradient', () => {
  it('rises steadily from its start to its end, and goes on as it ends', () => {
    const pixels = drawGradient({ width: 13, height: 2 }, blackToWhite)
    const reds = Array.from({ length: 13 }, (_red, x) => colorAt(pixels, x, 1)[0])
    expect(reds).toEqual([0, 25, 50, 75, 100, 125, 150, 175, 200, 225, 250, 250, 250])
  })

  it('can be a circle around its start', () => {
    const round: Gradient = { ...blackToWhite, shape: 'radial', from: { x: 5.5, y: 5.5 } }
    const pixels = drawGradient({ width: 11, height: 11 }, { ...round, to: { x: 5.5, y: 10.5 } })
    expect(colorAt(pixels, 5, 5)).toEqual([0, 0, 0, 255])
    expect(colorAt(pixels, 8, 9)).toEqual([250, 250, 250, 255])
    expect(colorAt(pixels, 8, 5)).toEqual(colorAt(pixels, 5, 2))
    expect(colorAt(pixels, 8, 5)[0]).toBe(150)
  })

  it('to a transparent stop keeps its colour', () => {
    const pixels = drawGradient(
      { width: 11, height: 1 },
      {
        ...blackToWhite,
        stops: [
          { offset: 0, color: [200, 100, 0, 255] },
          { offset: 1, color: [0, 0, 0, 0] },
        ],
      },
    )
    const [red, green, blue, alpha] = colorAt(pixels, 5, 0)
    expect([red, green, blue]).toEqual([200, 100, 0])
    expect(Math.abs((alpha ?? 0) - 127.5)).toBeLessThan(1)
  })

  it('has an edge where two stops are at one place', () => {
    const color = [0, 0, 0, 255] as const
    const stops = [
      { offset: 0.5, color },
      { offset: 0.5, color: [9, 9, 9, 255] as const },
    ]
    const pixels = drawGradient({ width: 11, height: 1 }, { ...blackToWhite, stops })
    expect([colorAt(pixels, 4, 0)[0], colorAt(pixels, 6, 0)[0]]).toEqual([0, 9])
  })

  it('without a length is its last colour', () => {
    const gradient = { ...blackToWhite, to: blackToWhite.from }
    expect(colorAt(drawGradient({ width: 1, height: 1 }, gradient), 0, 0)[0]).toBe(250)
  })

  it.each([
    [{ stops: [] }, 'stops is empty'],
    [{ stops: [{ offset: 2, color: [0, 0, 0, 0] as const }] }, 'stops[0].offset is 2'],
    [{ stops: [{ offset: 0, color: [0, 0, Number.NaN, 0] as const }] }, 'stops[0].color[2] is NaN'],
    [{ stops: [...blackToWhite.stops].reverse() }, 'stops[1].offset is 0: a number from 1'],
    [{ to: { x: Number.NaN, y: 0 } }, 'to is NaN, 0'],
  ])('refuses %j', (wrong, message) => {
    const gradient = { ...blackToWhite, ...wrong }
    expect(() => drawGradient({ width: 2, height: 2 }, gradient)).toThrow(message)
  })
})
