import type { ControlImageKind } from '#core/models/rules/control-image-kinds.ts'
import type { Pixels, Rect, Size } from '../pixels/pixels.ts'
import { isShown, listTree } from './layer-tree.ts'
import { type Layer, layerAlone, type Pending, paintAside, paintLayers } from './layers.ts'
import { newCanvas, type Raster, tileSide } from './raster.ts'

/** In which control layers are drawn, on black: what is white guides a model. */
export const controlColor = '#ffffff'

/** How much of the document the active control layer hides, 0 to 1. */
const shownOpacity = 0.75

/** Returns the uppermost shown control layer of one of these kinds. */
export function findControlLayer(
  layers: readonly Layer[],
  kinds: readonly ControlImageKind[],
): Layer | undefined {
  return listTree(layers)
    .map(({ layer }) => layer)
    .find(({ control, ...layer }) => control && kinds.includes(control) && isShown(layers, layer))
}

/**
 * Returns a layer as a control layer. What a drawing has becomes a scribble: strokes of any colour
 * are white, as opaque as they were. The pixels of other layers stay as they are.
 */
export function toControlLayer(layer: Layer, control: ControlImageKind): Layer {
  const raster = layer.kind === 'drawing' ? whiten(layer.raster) : layer.raster
  return { ...layer, kind: 'control', control, raster, blend: 'normal' }
}

/** Returns a control layer as an image that is part of the document again. */
export function toImageLayer({ control: _control, ...layer }: Layer): Layer {
  return { ...layer, kind: 'image' }
}

function whiten(lines: Raster): Raster {
  const white = lines.copy()
  for (const { x, y } of lines.tiles())
    white.draw({ x, y, width: tileSide, height: tileSide }, (context) => {
      context.globalCompositeOperation = 'source-in'
      context.fillStyle = controlColor
      context.fillRect(x, y, tileSide, tileSide)
    })
  return white
}

type ShownControl = { activeId: string | null; size: Size; pending: Pending | null }

/**
 * Draws the active layer if it is a control layer, on black and half transparent, onto a context
 * whose unit is a pixel of the document. `size`: of the document.
 */
export function paintControlLayer(
  context: CanvasRenderingContext2D,
  layers: readonly Layer[],
  { activeId, size, pending }: ShownControl,
): void {
  const layer = layers.find(({ id, kind }) => id === activeId && kind === 'control')
  if (!layer || !isShown(layers, layer)) return
  context.save()
  context.globalAlpha = layer.opacity * shownOpacity
  paintAside(context, (aside) => {
    paintLayers(aside, layerAlone(layers, layer), pending ?? undefined)
    aside.globalCompositeOperation = 'destination-over'
    aside.fillStyle = 'black'
    aside.fillRect(0, 0, size.width, size.height)
  })
  context.restore()
}

/** Returns a part of the document as a control layer has it, opaque: black where it has nothing. */
export function readControlLayer(layers: readonly Layer[], layer: Layer, rect: Rect): Pixels {
  const { canvas, context } = newCanvas(rect.width, rect.height)
  context.save()
  context.imageSmoothingQuality = 'high'
  context.translate(-rect.x, -rect.y)
  paintLayers(context, layerAlone(layers, layer))
  context.restore()
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'black'
  context.fillRect(0, 0, rect.width, rect.height)
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data, width, height }
}
