import { describe, expect, it } from 'vitest'
import { shapeByDrag } from './shape-rules.ts'
import type { ShapeSettings } from './shape-settings.ts'

const settings: ShapeSettings = {
  ...{ shape: 'rectangle', fill: '#112233', fillTo: null, stroke: '#ffffff', strokeWidth: 3 },
}
const document = { width: 400, height: 300 }
const drag = { from: { x: 100.2, y: 50 }, to: { x: 40, y: 80.4 }, isRegular: false }

describe('shapeByDrag', () => {
  it('makes a rectangle of whole pixels in any direction', () => {
    expect(shapeByDrag(settings, drag, document)).toEqual({
      ...{ x: 40, y: 50 },
      shape: {
        ...{ shape: 'rectangle', width: 60, height: 30, fill: '#112233', stroke: '#ffffff' },
        stroke_width: 3,
      },
    })
  })

  it('makes a square of the longer side, from where the drag began', () => {
    const square = { from: { x: 100, y: 50 }, to: { x: 40, y: 80 }, isRegular: true }
    const { x, y, shape } = shapeByDrag({ ...settings, shape: 'ellipse' }, square, document)
    expect({ x, y, width: shape.width, height: shape.height }).toEqual({
      ...{ x: 40, y: 50, width: 60, height: 60 },
    })
  })

  it('makes a line with its direction, in steps of 45 degrees on demand', () => {
    const line = { ...settings, shape: 'line', stroke: null } as const
    const { x, y, shape } = shapeByDrag(line, drag, document)
    expect({ x, y }).toEqual({ x: 40, y: 50 })
    expect(shape).toMatchObject({ fill: null, stroke: '#112233', width: 60, height: 30 })
    expect(shape.points).toEqual([
      { x: 60, y: 0 },
      { x: 0, y: 30 },
    ])
    const flat = { from: { x: 0, y: 0 }, to: { x: 50, y: 8 }, isRegular: true }
    expect(shapeByDrag(line, flat, document).shape).toMatchObject({ width: 50, height: 0 })
    const steep = { from: { x: 0, y: 0 }, to: { x: 50, y: 40 }, isRegular: true }
    expect(shapeByDrag(line, steep, document).shape).toMatchObject({ width: 45, height: 45 })
  })

  it('makes a gradient of the whole document, the way of the drag', () => {
    const sky = { ...settings, shape: 'gradient', fillTo: '#445566' } as const
    expect(shapeByDrag(sky, drag, document)).toEqual({
      ...{ x: 0, y: 0 },
      shape: {
        ...{ shape: 'gradient', ...document, fill: '#112233', fill_to: '#445566', stroke: null },
        stroke_width: 3,
        points: [
          { x: 100, y: 50 },
          { x: 40, y: 80 },
        ],
      },
    })
  })

  it('makes nothing larger than a document may be', () => {
    const wide = { ...drag, to: { x: 90_000, y: 50 } }
    expect(shapeByDrag(settings, wide, document).shape.width).toBe(8192)
  })
})
