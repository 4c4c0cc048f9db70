import { maxSide } from '../../rules.ts'
import type { ShapeContent } from '../document/shape-drawing.ts'
import type { Point, Size } from '../pixels/pixels.ts'
import type { ShapeSettings } from './shape-settings.ts'

/** A drag on the document. `isRegular`: squares, circles and angles of 45 degrees alone. */
export type ShapeDrag = { from: Point; to: Point; isRegular: boolean }

/**
 * Returns the shape of a drag, with its corner on the document: whole pixels, no side longer than a
 * document may be. A gradient covers the document and goes the way of the drag.
 */
export function shapeByDrag(
  { shape, fill, fillTo, stroke, strokeWidth }: ShapeSettings,
  { from, to, isRegular }: ShapeDrag,
  document: Size,
): { x: number; y: number; shape: ShapeContent } {
  const look = { shape, fill, stroke, stroke_width: strokeWidth }
  if (shape === 'gradient') {
    const points = [rounded(from), rounded(isRegular ? snapAngle(from, to) : to)]
    const content = { ...look, ...document, points, fill_to: fillTo, stroke: null }
    return { x: 0, y: 0, shape: content }
  }
  const end = isRegular ? (shape === 'line' ? snapAngle(from, to) : squareEnd(from, to)) : to
  const [a, b] = [rounded(from), rounded(end)]
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const width = Math.min(maxSide, Math.abs(a.x - b.x))
  const height = Math.min(maxSide, Math.abs(a.y - b.y))
  if (shape !== 'line') return { x, y, shape: { ...look, width, height } }
  const points = [a, b].map((point) => ({ x: point.x - x, y: point.y - y }))
  // A line without a stroke cannot be seen.
  const visible = { stroke: stroke ?? fill ?? '#000000', stroke_width: Math.max(1, strokeWidth) }
  return { x, y, shape: { ...look, ...visible, fill: null, width, height, points } }
}

const rounded = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })

/** The end of a drag whose sides are as long as the longer one. */
function squareEnd(from: Point, to: Point): Point {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  return {
    x: from.x + side * (to.x < from.x ? -1 : 1),
    y: from.y + side * (to.y < from.y ? -1 : 1),
  }
}

/** The end of a line that is as near as one of 45 degrees can be. */
function snapAngle(from: Point, to: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const step = Math.PI / 4
  const angle = Math.round(Math.atan2(dy, dx) / step) * step
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const length = dx * cos + dy * sin
  return { x: from.x + length * cos, y: from.y + length * sin }
}
