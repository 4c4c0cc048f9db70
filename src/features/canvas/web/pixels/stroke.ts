import type { Mask, Point, Size } from './pixels.ts'
import { checkPoint, checkRange, checkSize, createMask } from './pixels.ts'

/**
 * A round brush. `radius`: 0.5 to 2,048 pixels; `hardness`: the share of the radius that is covered
 * wholly, 0 to 1; `opacity`: 0 to 1.
 */
export type Brush = { radius: number; hardness: number; opacity: number }

/**
 * Returns a mask of a stroke: the brush along straight lines from point to point, in pixels; a
 * stroke over itself is not stronger. One point is a dot, none is nothing. Points nearer to each
 * other than 1/32 of the radius are one. Throws RangeError for a brush out of range, points that
 * are not finite, and a bad size.
 */
export function strokeMask(size: Size, points: readonly Point[], brush: Brush): Mask {
  checkSize(size)
  checkBrush(brush)
  const mask = createMask(size)
  let last: Point | undefined
  for (const [index, point] of points.entries()) {
    checkPoint(`points[${index}]`, point)
    const nearest = Math.max(0.25, brush.radius / 32)
    const isNear = last && Math.hypot(point.x - last.x, point.y - last.y) < nearest
    if (isNear && index < points.length - 1) continue
    coverSegment(mask, last ?? point, point, brush)
    last = point
  }
  return mask
}

function checkBrush({ radius, hardness, opacity }: Brush): void {
  checkRange('radius', radius, 0.5, 2048)
  checkRange('hardness', hardness, 0, 1)
  checkRange('opacity', opacity, 0, 1)
}

function coverSegment({ width, height, data }: Mask, from: Point, to: Point, brush: Brush): void {
  const outer = brush.radius + 0.5
  const inner = Math.min(brush.radius * brush.hardness, brush.radius - 0.5)
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - outer))
  const right = Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + outer))
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - outer))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + outer))
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const px = x + 0.5 - from.x
      const py = y + 0.5 - from.y
      const way = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length))
      const squared = (px - way * dx) ** 2 + (py - way * dy) ** 2
      if (squared >= outer * outer) continue
      const share = Math.min(1, (outer - Math.sqrt(squared)) / (outer - inner))
      const value = Math.round(255 * brush.opacity * share * share * (3 - 2 * share))
      const index = y * width + x
      if (value > (data[index] ?? 0)) data[index] = value
    }
}
