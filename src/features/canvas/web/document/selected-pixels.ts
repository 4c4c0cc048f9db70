import { type Editor, maskColor, newName } from './editor-store.ts'
import { documentMatrix } from './layer-tree.ts'
import { canPaint, hasPixels } from './layers.ts'
import { newCanvas, Raster } from './raster.ts'
import { keepSelected, paintSelection, rectOnLayer, selectionCanvas } from './selection-canvas.ts'
import { transformOf } from './transform.ts'

/** Makes what is selected transparent on the active layer. Returns false where it is locked. */
export function clearSelected(editor: Editor): boolean {
  const { selection, layers } = editor.store.getState()
  const layer = editor.activeLayer()
  if (!selection || !layer || !canPaint(layers, layer)) return false
  const toDocument = documentMatrix(layers, layer)
  const rect = rectOnLayer(toDocument, selection.bounds)
  editor.changePixels(layer, rect, (context) => {
    context.globalCompositeOperation = 'destination-out'
    paintSelection(context, { selection, toDocument }, rect)
  })
  return true
}

/** Copies what is selected on the active layer to a new one above it; a layer without pixels whole. */
export function copySelected(editor: Editor): void {
  const { selection, layers } = editor.store.getState()
  const layer = editor.activeLayer()
  if (!selection || !layer) return
  if (!hasPixels(layer)) {
    editor.duplicateLayer(layer.id)
    return
  }
  const toDocument = documentMatrix(layers, layer)
  const rect = rectOnLayer(toDocument, selection.bounds)
  const raster = new Raster()
  raster.draw(rect, (context) => {
    layer.raster.paintOnto(context)
    keepSelected(context, { selection, toDocument, rect })
  })
  const { kind, name, control } = layer
  editor.addLayer({
    ...{ kind, name: newName(layers, name), raster, ...transformOf(toDocument) },
    ...(control && { control }),
  })
}

/** Adds a mask layer of what is selected, above all others. */
export function maskFromSelection(editor: Editor, name: string): void {
  const { selection, layers } = editor.store.getState()
  if (!selection) return
  const { bounds } = selection
  const { canvas, context } = newCanvas(bounds.width, bounds.height)
  context.fillStyle = maskColor
  context.fillRect(0, 0, bounds.width, bounds.height)
  context.globalCompositeOperation = 'destination-in'
  context.drawImage(selectionCanvas(selection, bounds).canvas, 0, 0)
  const raster = new Raster()
  raster.draw(bounds, (target) => target.drawImage(canvas, bounds.x, bounds.y))
  editor.choose({ activeId: layers.findLast(({ parent }) => parent === null)?.id ?? null })
  editor.addLayer({ kind: 'mask', name: newName(layers, name), raster })
}
