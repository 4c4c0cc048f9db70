import type { Layer } from './layers.ts'
import type { Raster } from './raster.ts'
import { measureText } from './text-drawing.ts'
import { type Box, boxAround, cornersOf, matrixOf } from './transform.ts'

/**
 * Returns the box of what a layer shows, in pixels of the layer; of a group the box around its
 * layers. `null`: it shows nothing.
 */
export function boundsOf(layers: readonly Layer[], layer: Layer): Box | null {
  if (layer.text) return measureText(layer.text)
  if (layer.shape) {
    const { shape, width, height, points = [] } = layer.shape
    if (shape !== 'gradient' && points.length > 0) return boxAround(points)
    return { x: 0, y: 0, width, height }
  }
  if (layer.kind !== 'group') return rasterBounds(layer.raster)
  const inside = layers.filter(({ parent }) => parent === layer.id)
  return boxAround(
    inside.flatMap((one) => {
      const box = boundsOf(layers, one)
      return box ? cornersOf(matrixOf(one), box) : []
    }),
  )
}

/** The box of the pixels of a raster, for as long as it does not change. */
const known = new WeakMap<Raster, { revision: number; box: Box | null }>()

function rasterBounds(raster: Raster): Box | null {
  const before = known.get(raster)
  if (before?.revision === raster.revision) return before.box
  const box = raster.bounds()
  known.set(raster, { revision: raster.revision, box })
  return box
}
