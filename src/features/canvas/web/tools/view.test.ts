import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dragHandle, fitView, frameOfShape, inWindow, onDocument, zoomAt } from './view.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 8192 }),
  height: fc.integer({ min: 1, max: 8192 }),
})
const place = fc.record({
  x: fc.integer({ min: 0, max: 2000 }),
  y: fc.integer({ min: 0, max: 2000 }),
})

describe('the view', () => {
  it('fits the whole document into its place, in the middle, and enlarges nothing', () => {
    fc.assert(
      fc.property(size, (document) => {
        const window = { width: 800, height: 600 }
        const view = fitView(document, window)
        const shown = inWindow(view, { x: 0, y: 0, ...document })
        expect(view.scale).toBeLessThanOrEqual(1)
        expect(shown.x).toBeCloseTo(window.width - shown.x - shown.width, 6)
        expect(shown.x).toBeGreaterThanOrEqual(0)
        expect(shown.y).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('keeps the place under the pointer while it zooms', () => {
    fc.assert(
      fc.property(place, fc.double({ min: 0.1, max: 10, noNaN: true }), (at, factor) => {
        const view = { scale: 0.7, x: 31, y: -17 }
        const [before, after] = [onDocument(view, at), onDocument(zoomAt(view, at, factor), at)]
        expect(after.x).toBeCloseTo(before.x, 6)
        expect(after.y).toBeCloseTo(before.y, 6)
      }),
    )
  })

  it('zooms within its limits', () => {
    const view = { scale: 1, x: 0, y: 0 }
    expect(zoomAt(view, { x: 0, y: 0 }, 1e6).scale).toBe(32)
    expect(zoomAt(view, { x: 0, y: 0 }, 1e-6).scale).toBe(1 / 64)
  })
})

describe('dragHandle', () => {
  const frame = { x: 100, y: 100, width: 200, height: 200 }

  it('moves the edges of its handle alone', () => {
    expect(dragHandle(frame, { x: -1, y: 0 }, { x: 30.4, y: 99 }, 64)).toEqual({
      ...frame,
      x: 130,
      width: 170,
    })
    expect(dragHandle(frame, { x: 1, y: 1 }, { x: 10, y: 20 }, 64)).toEqual({
      ...frame,
      width: 210,
      height: 220,
    })
    expect(dragHandle(frame, { x: 0, y: 0 }, { x: -5, y: 7 }, 64)).toEqual({
      ...frame,
      x: 95,
      y: 107,
    })
  })

  it('stays as large as the least, with the other edge where it was', () => {
    const dragged = dragHandle(frame, { x: -1, y: -1 }, { x: 900, y: 900 }, 64)
    expect(dragged).toEqual({ x: 236, y: 236, width: 64, height: 64 })
  })
})

it.each([
  ['16:9', { x: 0, y: 0, width: 300, height: 400 }, { x: -205, y: 0, width: 711, height: 400 }],
  ['9:16', { x: 10, y: 20, width: 400, height: 300 }, { x: 10, y: -185, width: 400, height: 711 }],
  ['1:1', { x: 5, y: 5, width: 64, height: 64 }, { x: 5, y: 5, width: 64, height: 64 }],
])('a frame grows to %s about its middle', (shape, frame, grown) => {
  expect(frameOfShape(frame, shape)).toEqual(grown)
})
