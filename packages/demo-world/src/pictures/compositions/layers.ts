import { type Canvas, columnAt, newCanvas, shade } from '../canvas/canvas.ts'
import type { Pixel } from '../colour/ramp.ts'
import type { Stage } from './stage.ts'

/** Something with an upper edge, standing before what is farther away. */
export type Layer = {
  /** Is nothing behind it to be seen at this place? */
  hides(y: number, column: number): boolean
  lay(x: number, y: number, column: number, pixel: Pixel): void
}

/**
 * Paints layers, nearest first in the list, before a background; what is hidden is not computed.
 */
export function paintLayers(
  { frame }: Stage,
  layers: readonly Layer[],
  behind: (x: number, y: number, pixel: Pixel) => void,
): Canvas {
  const canvas = newCanvas(frame.width, frame.height)
  shade(canvas, frame, (x, y, pixel) => {
    const column = columnAt(frame, x)
    let first = 0
    while (first < layers.length && !layers[first]?.hides(y, column)) first++
    if (first === layers.length) behind(x, y, pixel)
    for (let index = Math.min(first, layers.length - 1); index >= 0; index--)
      layers[index]?.lay(x, y, column, pixel)
  })
  return canvas
}
