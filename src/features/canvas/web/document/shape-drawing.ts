import type { CanvasLayer } from '../../contract.ts'
import type { Point } from '../pixels/pixels.ts'

type SavedShape = Extract<CanvasLayer, { kind: 'shape' }>

/** A shape with its corner at 0, 0. `points`: of a polygon, the ends of a line or of a gradient. */
export type ShapeContent = Pick<
  SavedShape,
  'shape' | 'width' | 'height' | 'points' | 'fill' | 'fill_to' | 'stroke' | 'stroke_width'
>

/** Draws a shape as lines and areas, so that it is sharp at every scale. */
export function drawShape(context: CanvasRenderingContext2D, content: ShapeContent): void {
  const { shape, width, height, fill, stroke, stroke_width } = content
  context.beginPath()
  if (shape === 'ellipse')
    context.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, 2 * Math.PI)
  else if (shape === 'rectangle' || shape === 'gradient') context.rect(0, 0, width, height)
  else {
    for (const { x, y } of pointsOf(content)) context.lineTo(x, y)
    if (shape === 'polygon') context.closePath()
  }
  if (shape === 'gradient') fillGradient(context, content)
  else if (fill && shape !== 'line') {
    context.fillStyle = fill
    context.fill()
  }
  if (!stroke || stroke_width <= 0) return
  context.strokeStyle = stroke
  context.lineWidth = stroke_width
  context.lineCap = 'round'
  context.stroke()
}

function fillGradient(context: CanvasRenderingContext2D, content: ShapeContent): void {
  const { fill, fill_to } = content
  const [from, to] = pointsOf(content)
  if (!from || !to) return
  const gradient = context.createLinearGradient(from.x, from.y, to.x, to.y)
  gradient.addColorStop(0, fill ?? clear(fill_to))
  gradient.addColorStop(1, fill_to ?? clear(fill))
  context.fillStyle = gradient
  context.fill()
}

/** A colour that cannot be seen, without a tint of black on the way to it. */
const clear = (color: string | null | undefined) => `${color?.slice(0, 7) ?? '#000000'}00`

/** Returns the points of a shape; without any, a line goes from corner to corner, a gradient down. */
function pointsOf({ shape, width, height, points = [] }: ShapeContent): readonly Point[] {
  if (points.length > 0) return points
  if (shape === 'polygon') return []
  return [
    { x: 0, y: 0 },
    { x: shape === 'line' ? width : 0, y: height },
  ]
}
