import { useEffect, useState } from 'react'
import type { Editor } from '../document/editor-store.ts'
import { documentMatrix } from '../document/layer-tree.ts'
import type { Layer } from '../document/layers.ts'
import { newCanvas, Raster } from '../document/raster.ts'
import { unionOf } from '../document/selection.ts'
import { maskOnLayer, rectOnLayer } from '../document/selection-canvas.ts'
import { transformOf } from '../document/transform.ts'
import type { Pixels, Rect } from '../pixels/pixels.ts'
import type { AdjustRequest } from '../worker/compute.ts'
import { computeInWorker } from '../worker/compute-in-worker.ts'
import { type Adjustment, planPart } from './adjustments.ts'
import { contentOf } from './reshape.ts'

/** A layer adjusted, not applied yet. `at`: in pixels of the layer. */
export type Adjusted = { pixels: Pixels; at: Rect }

/** `empty`: nothing of the layer is selected, or it has no pixels. */
export type AdjustmentState =
  | { state: 'computing' | 'too-large' | 'failed' | 'empty' }
  | { state: 'ready'; adjusted: Adjusted }

/** A slider that moves is waited for, in ms. */
const pause = 120

/** Computes an adjustment of a layer as it changes, and shows it on the stage. */
export function useAdjustment(
  editor: Editor,
  layer: Layer,
  adjustment: Adjustment,
): AdjustmentState {
  const [result, setResult] = useState<{ of: Adjustment; state: AdjustmentState }>()
  useEffect(() => {
    const control = new AbortController()
    const run = async () => {
      const state = await compute(editor, layer, adjustment, control.signal).catch(
        (): AdjustmentState => ({ state: 'failed' }),
      )
      if (control.signal.aborted) return
      if (state.state === 'ready') showPreview(editor, layer, state.adjusted)
      else editor.store.setState({ preview: null })
      setResult({ of: adjustment, state })
    }
    const timer = setTimeout(() => void run(), pause)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [editor, layer, adjustment])
  useEffect(() => () => editor.store.setState({ preview: null }), [editor])
  return result?.of === adjustment ? result.state : { state: 'computing' }
}

async function compute(
  editor: Editor,
  layer: Layer,
  adjustment: Adjustment,
  signal: AbortSignal,
): Promise<AdjustmentState> {
  const { selection, layers } = editor.store.getState()
  const content = contentOfLayer(layer)
  const toDocument = documentMatrix(layers, layer)
  const selected = selection && rectOnLayer(toDocument, selection.bounds)
  const part = planPart(adjustment, content, selected)
  if (part === 'too-large') return { state: 'too-large' }
  if (!part) return { state: 'empty' }
  const mask = selection && maskOnLayer({ selection, toDocument }, part)
  const request: AdjustRequest = {
    ...{ kind: 'adjust', pixels: layer.raster.read(part), adjustment },
    ...(mask && { mask }),
  }
  return { state: 'ready', adjusted: { pixels: await computeInWorker(request, signal), at: part } }
}

/** Where rasters have pixels, for as long as they do not change. */
const contents = new WeakMap<Raster, { revision: number; rect: Rect | null }>()

/** Where a layer has pixels; `null`: nowhere. */
export function contentOfLayer({ raster }: Layer): Rect | null {
  const { revision } = raster
  const known = contents.get(raster)
  if (known?.revision === revision) return known.rect
  let rect: Rect | null = null
  for (const { x, y, canvas } of raster.tiles()) {
    const { width, height } = canvas
    const pixels = raster.read({ x, y, width, height })
    const found = contentOf(pixels)
    const placed = found && { ...found, x: found.x + x, y: found.y + y }
    rect = rect && placed ? unionOf(rect, placed) : (placed ?? rect)
  }
  contents.set(raster, { revision, rect })
  return rect
}

function showPreview(
  editor: Editor,
  { id, raster: before }: Layer,
  { pixels, at }: Adjusted,
): void {
  const raster = before.copy()
  raster.write(pixels, at)
  editor.store.setState({ preview: { layerId: id, raster } })
}

/** Writes what was computed into the layer, or edges into a new control layer, as one change. */
export function applyAdjustment(
  editor: Editor,
  { layer, adjusted, name }: { layer: Layer; adjusted: Adjusted; name: string | null },
): void {
  const { pixels, at } = adjusted
  if (name !== null) {
    const raster = new Raster()
    raster.write(pixels, at)
    const place = transformOf(documentMatrix(editor.store.getState().layers, layer))
    editor.addLayer({ kind: 'control', control: 'edges', name, raster, ...place })
    return
  }
  const { canvas, context } = newCanvas(pixels.width, pixels.height)
  context.putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0)
  editor.changePixels(layer, at, (painted) => {
    painted.globalCompositeOperation = 'copy'
    painted.drawImage(canvas, at.x, at.y)
  })
}
