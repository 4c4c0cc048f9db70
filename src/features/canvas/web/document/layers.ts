import type { CanvasLayer } from '../../contract.ts'
import { intersectRects, type Mask, type Pixels, type Rect, type Size } from '../pixels/pixels.ts'
import { newCanvas, type Raster } from './raster.ts'

/** `kept`: of a kind that this page does not draw; it is saved as it was. */
export type LayerKind = 'image' | 'drawing' | 'mask' | 'kept'

export type BlendMode = CanvasLayer['blend']

/** A layer, from below to above. `x`, `y`: its corner on the document, in pixels. */
export type Layer = {
  id: string
  kind: LayerKind
  name: string
  raster: Raster
  x: number
  y: number
  opacity: number
  blend: BlendMode
  isVisible: boolean
  isLocked: boolean
  /** The record whose file it is. */
  source?: { generation_id: string; position: number }
  /** What is saved of a layer that is kept. */
  kept?: CanvasLayer
}

/** What a stroke that is not finished yet would change. */
export type Pending = { layerId: string; raster: Raster; opacity: number; erases: boolean }

/**
 * Draws the layers that are shown onto a context whose unit is a pixel of the document, masks last
 * and half transparent. The canvas must be transparent before.
 */
export function paintLayers(
  context: CanvasRenderingContext2D,
  layers: readonly Layer[],
  pending?: Pending,
): void {
  const shown = layers.filter(({ isVisible }) => isVisible)
  for (const layer of shown.toSorted((a, b) => Number(isMask(a)) - Number(isMask(b)))) {
    context.save()
    context.globalAlpha = isMask(layer) ? layer.opacity * maskOpacity : layer.opacity
    context.globalCompositeOperation =
      isMask(layer) || layer.blend === 'normal' ? 'source-over' : layer.blend
    if (pending?.layerId === layer.id) paintPending(context, layer, pending)
    else {
      context.translate(layer.x, layer.y)
      layer.raster.paintOnto(context)
    }
    context.restore()
  }
}

const maskOpacity = 0.55

export const isMask = ({ kind }: Pick<Layer, 'kind'>): boolean => kind === 'mask'

/** The layer with the stroke on it, made beside it so that it erases nothing below. */
function paintPending(
  context: CanvasRenderingContext2D,
  layer: Layer,
  { raster, opacity, erases }: Pending,
): void {
  const aside = newCanvas(context.canvas.width, context.canvas.height)
  aside.context.setTransform(context.getTransform())
  aside.context.translate(layer.x, layer.y)
  layer.raster.paintOnto(aside.context)
  aside.context.globalAlpha = opacity
  aside.context.globalCompositeOperation = erases ? 'destination-out' : 'source-over'
  raster.paintOnto(aside.context)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(aside.canvas, 0, 0)
}

/** The pixels of a part of the document as it looks, without masks; outside of it transparent. */
export function flatten(layers: readonly Layer[], document: Size, rect: Rect): Pixels {
  const { canvas, context } = newCanvas(rect.width, rect.height)
  const inside = intersectRects(rect, { x: 0, y: 0, ...document })
  if (inside) {
    context.translate(-rect.x, -rect.y)
    context.beginPath()
    context.rect(inside.x, inside.y, inside.width, inside.height)
    context.clip()
    paintLayers(
      context,
      layers.filter((layer) => !isMask(layer)),
    )
  }
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data, width, height }
}

/** What the shown mask layers together change in a part of the document. */
export function readMask(layers: readonly Layer[], rect: Rect): Mask {
  const { canvas, context } = newCanvas(rect.width, rect.height)
  context.translate(-rect.x, -rect.y)
  for (const layer of layers.filter((one) => isMask(one) && one.isVisible)) {
    context.save()
    context.globalAlpha = layer.opacity
    context.translate(layer.x, layer.y)
    layer.raster.paintOnto(context)
    context.restore()
  }
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const mask = new Uint8Array(rect.width * rect.height)
  for (let at = 0; at < mask.length; at++) mask[at] = data[at * 4 + 3] ?? 0
  return { width: rect.width, height: rect.height, data: mask }
}
