import type { Light } from '../colour/oklch.ts'
import { type Canvas, coverAt } from './canvas.ts'

export type Point = { x: number; y: number }
export type Stroke = {
  /** In pixels at its start and its end. */
  radius: readonly [start: number, end: number]
  colour: Light
  /** 0 to 1: how much it covers. */
  strength: number
}

/**
 * Draws a bent stroke through three points (the middle one is where it would be pulled to), soft at
 * its sides.
 */
export function drawStroke(
  canvas: Canvas,
  [from, through, to]: readonly [Point, Point, Point],
  stroke: Stroke,
): void {
  const length =
    Math.hypot(through.x - from.x, through.y - from.y) +
    Math.hypot(to.x - through.x, to.y - through.y)
  const steps = Math.max(2, Math.ceil(length / Math.max(0.75, Math.min(...stroke.radius) * 0.35)))
  for (let step = 0; step <= steps; step++) {
    const share = step / steps
    const back = 1 - share
    const x = back * back * from.x + 2 * back * share * through.x + share * share * to.x
    const y = back * back * from.y + 2 * back * share * through.y + share * share * to.y
    const radius = stroke.radius[0] * back + stroke.radius[1] * share
    drawDab(canvas, x, y, { radius, colour: stroke.colour, strength: stroke.strength })
  }
}

/** Lays a round dab over the picture, one pixel soft at its edge. */
export function drawDab(
  canvas: Canvas,
  x: number,
  y: number,
  { radius, colour, strength }: { radius: number; colour: Light; strength: number },
): void {
  const { width, height } = canvas
  const fade = Math.min(1, radius / 0.5) * strength
  const reach = Math.max(radius, 0.5)
  for (
    let row = Math.max(0, Math.floor(y - reach - 1));
    row <= Math.min(height - 1, Math.floor(y + reach + 1));
    row++
  ) {
    for (
      let column = Math.max(0, Math.floor(x - reach - 1));
      column <= Math.min(width - 1, Math.floor(x + reach + 1));
      column++
    ) {
      const distance = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      const share = Math.min(1, Math.max(0, reach + 0.5 - distance)) * fade
      if (share <= 0) continue
      coverAt(canvas, (row * width + column) * 3, colour, share)
    }
  }
}
