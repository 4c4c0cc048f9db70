import type { Point, Rect } from '../pixels/pixels.ts'
import { type Matrix, moveRect } from './transform.ts'

/** A line of a pointer. `force`: 0.5 for the lightest touch of a pen, 1 for any other. */
export type BrushPoint = Point & { force: number }

/**
 * `size`: the width of the line, in the pixels of its points. `color`: in CSS's words. `matrix`: from
 * these pixels to those of the layer; absent: they are the layer's own.
 */
export type Stroke = { size: number; color: string; points: BrushPoint[]; matrix?: Matrix }

/** Draws a stroke from one of its points on, so that a growing line is not drawn again. */
export function drawStroke(
  context: CanvasRenderingContext2D,
  { size, color, points, matrix }: Stroke,
  from: number,
): void {
  context.save()
  if (matrix) context.transform(...matrix)
  context.strokeStyle = color
  context.lineCap = 'round'
  for (let at = Math.max(0, from); at < points.length; at++) {
    const to = points[at]
    const before = points[at - 1] ?? to
    if (!to || !before) continue
    context.lineWidth = Math.max(1, size * to.force)
    context.beginPath()
    context.moveTo(before.x, before.y)
    // A line of no length is drawn as a dot.
    context.lineTo(to.x, to.y)
    context.stroke()
  }
  context.restore()
}

/**
 * The whole pixels of the layer that a stroke may change, from one of its points on; `null`: it has no
 * point.
 */
export function strokeBounds({ size, points, matrix }: Stroke, from: number): Rect | null {
  const drawn = points.slice(Math.max(0, from - 1))
  if (drawn.length === 0) return null
  const reach = size / 2 + 2
  const left = Math.floor(Math.min(...drawn.map(({ x }) => x)) - reach)
  const top = Math.floor(Math.min(...drawn.map(({ y }) => y)) - reach)
  const right = Math.ceil(Math.max(...drawn.map(({ x }) => x)) + reach)
  const bottom = Math.ceil(Math.max(...drawn.map(({ y }) => y)) + reach)
  const bounds = { x: left, y: top, width: right - left, height: bottom - top }
  return matrix ? moveRect(matrix, bounds) : bounds
}
