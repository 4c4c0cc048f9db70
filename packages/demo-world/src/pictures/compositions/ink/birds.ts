import type { Canvas } from '../../canvas/canvas.ts'
import { drawStroke } from '../../canvas/stroke.ts'
import type { Light } from '../../colour/oklch.ts'
import type { Stage } from '../stage.ts'

/** A flock far away: each bird two bent strokes. */
export function drawBirds(
  canvas: Canvas,
  { frame, random, time }: Stage,
  flock: { x: number; y: number; colour: Light },
): void {
  const own = random.fork('birds')
  const count = own.whole(4, 11)
  const spread = own.between(0.05, 0.11)
  for (let index = 0; index < count; index++) {
    const x = (flock.x + own.bell() * spread + frame.right + time * 0.01) * frame.unit
    const y = (flock.y + own.bell() * spread * 0.4 + frame.bottom) * frame.unit
    const size = own.between(0.006, 0.013) * frame.unit
    const lift = own.between(0.15, 0.6)
    const lean = own.between(-0.2, 0.2)
    for (const side of [-1, 1]) {
      const wing = [
        { x, y },
        { x: x + side * size * 0.45, y: y - size * lift + lean * side * size * 0.3 },
        { x: x + side * size, y: y - size * lift * 0.55 + lean * side * size },
      ] as const
      drawStroke(canvas, wing, {
        radius: [Math.max(0.55, size * 0.09), 0.35],
        colour: flock.colour,
        strength: 0.85,
      })
    }
  }
}
