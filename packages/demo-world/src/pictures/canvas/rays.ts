import { sample } from './blur.ts'
import { type Canvas, newCanvas } from './canvas.ts'

export type Rays = {
  /** The light, in pixels of the canvas; it may lie outside. */
  x: number
  y: number
  /** What is darker throws no ray. */
  threshold: number
  /** How far towards the light a ray is gathered, 0 to 1 of the way. */
  reach: number
}

const steps = 36

/** Shafts of light: every pixel gathers what is bright on its way to the light. */
export function castRays(source: Canvas, { x, y, threshold, reach }: Rays): Canvas {
  const { width, height } = source
  const bright = newCanvas(width, height)
  for (let at = 0; at < source.data.length; at++)
    bright.data[at] = Math.max(0, (source.data[at] as number) - threshold)
  const rays = newCanvas(width, height)
  const light = new Float64Array(3)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3
      let weight = 1 / steps
      for (let step = 0; step < steps; step++) {
        const share = (step / steps) * reach
        sample(bright, column + 0.5 + (x - column) * share, row + 0.5 + (y - row) * share, light)
        for (let part = 0; part < 3; part++) {
          rays.data[at + part] = (rays.data[at + part] as number) + (light[part] as number) * weight
        }
        weight *= 0.985
      }
    }
  }
  return rays
}
