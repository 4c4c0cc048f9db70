import { type Editor, newName } from '../document/editor-store.ts'
import { flatten } from '../document/layers.ts'
import { Raster } from '../document/raster.ts'
import { computeInWorker } from '../worker/compute-in-worker.ts'
import { maxAdjustPixels } from './adjustments.ts'

/** How long the edges of a document may take, in ms. */
const edgesTime = 60_000

/**
 * Adds a control layer with the edges of the document as it looks, found in a worker. Returns false
 * where it has more than `maxAdjustPixels`. Throws where the worker fails or takes too long.
 */
export async function addEdgesLayer(editor: Editor, name: string): Promise<boolean> {
  const { layers, size } = editor.store.getState()
  if (size.width * size.height > maxAdjustPixels) return false
  const place = { x: 0, y: 0, ...size }
  const pixels = await computeInWorker(
    {
      kind: 'adjust',
      pixels: flatten(layers, size, place),
      adjustment: { kind: 'edges', values: {} },
    },
    AbortSignal.timeout(edgesTime),
  )
  const raster = new Raster()
  raster.write(pixels, place)
  editor.addLayer({
    ...{ kind: 'control', control: 'edges', raster, size },
    name: newName(editor.store.getState().layers, name),
  })
  return true
}
