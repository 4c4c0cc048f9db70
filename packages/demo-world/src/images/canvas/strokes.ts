import type { Light } from '../oklch.ts'
import { type Canvas, coverAt, type Frame, lightAt } from './canvas.ts'

/** Adds a soft point of light; place and radius are in pixels of the canvas. */
export function splat(
  canvas: Canvas,
  { x, y }: { x: number; y: number },
  { radius, light }: { radius: number; light: Light },
): void {
  const { width, height } = canvas
  const reach = Math.ceil(radius * 2.6 + 0.5)
  const spread = 1 / (2 * Math.max(0.35, radius) ** 2)
  const fade = Math.min(1, radius / 0.5)
  for (
    let row = Math.max(0, Math.floor(y - reach));
    row <= Math.min(height - 1, Math.floor(y + reach));
    row++
  ) {
    for (
      let column = Math.max(0, Math.floor(x - reach));
      column <= Math.min(width - 1, Math.floor(x + reach));
      column++
    ) {
      const dx = column + 0.5 - x
      const dy = row + 0.5 - y
      lightAt(
        canvas,
        (row * width + column) * 3,
        light,
        Math.exp(-(dx * dx + dy * dy) * spread) * fade,
      )
    }
  }
}

/** A light far out of focus, in scene units. */
export type Disc = { x: number; y: number; radius: number; colour: Light; strength: number }

/** Adds a disc as a lens draws it: even, a little brighter at its rim, a little soft. */
export function addDisc(
  canvas: Canvas,
  frame: Frame,
  { x, y, radius, colour, strength }: Disc,
): void {
  const [cx, cy, size] = [
    (x + frame.right) * frame.unit,
    (y + frame.bottom) * frame.unit,
    radius * frame.unit,
  ]
  const soft = Math.max(1, size * 0.07)
  for (
    let row = Math.max(0, Math.floor(cy - size - 2));
    row <= Math.min(frame.height - 1, cy + size + 2);
    row++
  ) {
    for (
      let column = Math.max(0, Math.floor(cx - size - 2));
      column <= Math.min(frame.width - 1, cx + size + 2);
      column++
    ) {
      const distance = Math.hypot(column + 0.5 - cx, row + 0.5 - cy)
      if (distance > size + soft) continue
      const inside = Math.min(1, (size + soft - distance) / (soft * 2))
      const rim = 0.72 + 0.4 * Math.min(1, distance / size) ** 6
      lightAt(canvas, (row * frame.width + column) * 3, colour, strength * inside * rim)
    }
  }
}

export type Point = { x: number; y: number }
export type Stroke = {
  /** In pixels at its start and its end. */
  radius: readonly [start: number, end: number]
  colour: Light
  /** 0 to 1: how much it covers. */
  strength: number
}

/**
 * Draws a bent stroke through three points (the middle one is the control point), soft at its
 * sides.
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

/** Lays a round dab over the image, one pixel soft at its edge. */
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
