import type { Light } from '../colour/oklch.ts'
import { addStretched, blurred, shrunk } from './blur.ts'
import type { Canvas } from './canvas.ts'

export type Bloom = { strength: number; threshold: number; tint?: Light }

/** Lets bright places spill over their edges, as they do in a lens. Changes `canvas`. */
export function addBloom(canvas: Canvas, { strength, threshold, tint = [1, 1, 1] }: Bloom): void {
  if (strength <= 0) return
  const factor = Math.max(1, Math.round(Math.sqrt(canvas.width * canvas.height) / 256))
  const bright = brightParts(shrunk(canvas, factor), threshold, tint)
  const halo = blurred(bright, bright.width / 90)
  const wide = blurred(bright, bright.width / 16)
  for (let at = 0; at < halo.data.length; at++)
    halo.data[at] = (halo.data[at] as number) + (wide.data[at] as number)
  addStretched(canvas, halo, strength * 0.5)
}

function brightParts(canvas: Canvas, threshold: number, tint: Light): Canvas {
  const { data } = canvas
  for (let at = 0; at < data.length; at += 3) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number]
    const brightness = Math.max(red, green, blue)
    const over = Math.max(0, brightness - threshold)
    const share = Math.min(3, over) / Math.max(1e-4, brightness)
    data[at] = red * share * tint[0]
    data[at + 1] = green * share * tint[1]
    data[at + 2] = blue * share * tint[2]
  }
  return canvas
}
