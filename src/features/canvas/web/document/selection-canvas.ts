import { createMask, intersectRects, type Mask, type Rect } from '../pixels/pixels.ts'
import { newCanvas } from './raster.ts'
import { maskIn, type Selection } from './selection.ts'
import { identity, invert, type Matrix, moveRect } from './transform.ts'

/** A selection on a layer. `toDocument`: from pixels of the layer to those of the document. */
export type SelectionOnLayer = { selection: Selection; toDocument: Matrix }

/** The whole pixels of a layer that a part of the document touches. */
export function rectOnLayer(toDocument: Matrix, rect: Rect): Rect {
  return moveRect(invert(toDocument) ?? identity, rect)
}

/** Draws what is selected, opaque, onto a context whose unit is a pixel of the layer. */
export function paintSelection(
  context: CanvasRenderingContext2D,
  { selection, toDocument }: SelectionOnLayer,
  rect: Rect,
): void {
  const part = intersectRects(moveRect(toDocument, rect), selection.bounds)
  const inverse = invert(toDocument)
  // What is drawn decides also where nothing of it is.
  const { canvas } = part && inverse ? selectionCanvas(selection, part) : newCanvas(1, 1)
  context.save()
  if (inverse) context.transform(...inverse)
  context.drawImage(canvas, part?.x ?? 0, part?.y ?? 0)
  context.restore()
}

/** A canvas of a part of the document, opaque where it is selected. */
export function selectionCanvas(selection: Selection, rect: Rect) {
  const { data } = maskIn(selection, rect)
  const made = newCanvas(rect.width, rect.height)
  const image = made.context.createImageData(rect.width, rect.height)
  for (let at = 0; at < data.length; at++) image.data[at * 4 + 3] = data[at] ?? 0
  made.context.putImageData(image, 0, 0)
  return made
}

/** Makes transparent what is drawn outside of the selection, in a part of a layer. */
export function keepSelected(
  context: CanvasRenderingContext2D,
  { rect, ...selected }: SelectionOnLayer & { rect: Rect },
): void {
  context.globalCompositeOperation = 'destination-in'
  paintSelection(context, selected, rect)
  context.globalCompositeOperation = 'source-over'
}

/** Returns what is selected of a part of a layer. */
export function maskOnLayer(selected: SelectionOnLayer, rect: Rect): Mask {
  const { context } = newCanvas(rect.width, rect.height)
  context.translate(-rect.x, -rect.y)
  paintSelection(context, selected, rect)
  const { data } = context.getImageData(0, 0, rect.width, rect.height)
  const mask = createMask(rect)
  for (let at = 0; at < mask.data.length; at++) mask.data[at] = data[at * 4 + 3] ?? 0
  return mask
}
