import type { ControlImageKind } from '#core/models/rules/control-image-kinds.ts'
import type { CanvasLayer } from '../../contract.ts'
import { intersectRects, type Mask, type Pixels, type Rect, type Size } from '../pixels/pixels.ts'
import { documentMatrix, groupsAbove, isLockedIn, isShown } from './layer-tree.ts'
import { newCanvas, type Raster } from './raster.ts'
import { drawShape, type ShapeContent } from './shape-drawing.ts'
import { drawText, type TextContent } from './text-drawing.ts'
import { matrixOf, type Transform } from './transform.ts'

export type LayerKind = CanvasLayer['kind']

export type BlendMode = CanvasLayer['blend']

/** A layer, from below to above. Its place is that of its pixel 0, 0 in its group or the document. */
export type Layer = Transform & {
  id: string
  kind: LayerKind
  name: string
  /** The id of the group that it is in. */
  parent: string | null
  /** Empty where it has no pixels: texts, shapes and groups. */
  raster: Raster
  opacity: number
  blend: BlendMode
  isVisible: boolean
  isLocked: boolean
  /** The sides that are saved of a layer with pixels; absent: those of the document. */
  size?: Size
  /** The record whose file it is. */
  source?: { generation_id: string; position: number }
  /** What a control layer shows; other layers have none. */
  control?: ControlImageKind
  text?: TextContent
  shape?: ShapeContent
}

/** What a stroke that is not finished yet would change. */
export type Pending = { layerId: string; raster: Raster; opacity: number; erases: boolean }

/**
 * Draws the layers that are shown onto a context whose unit is a pixel of the document, masks last
 * and half transparent. References and control layers are no part of the picture. The canvas must be transparent before.
 */
export function paintLayers(
  context: CanvasRenderingContext2D,
  layers: readonly Layer[],
  pending?: Pending,
): void {
  paintGroup(context, { layers, pending }, null)
  forEachMask(context, layers, (mask, opacity) => {
    context.globalAlpha = opacity * maskOpacity
    paintContent(context, mask, pending)
  })
}

type Painting = { layers: readonly Layer[]; pending: Pending | undefined }

function paintGroup(
  context: CanvasRenderingContext2D,
  painting: Painting,
  parent: string | null,
): void {
  for (const layer of painting.layers) {
    if (layer.parent !== parent || !layer.isVisible) continue
    if (isBeside(layer)) continue
    context.save()
    context.globalAlpha = layer.opacity
    context.globalCompositeOperation = layer.blend === 'normal' ? 'source-over' : layer.blend
    context.transform(...matrixOf(layer))
    if (layer.kind !== 'group') paintContent(context, layer, painting.pending)
    // Its layers are mixed with what is below as if they were in no group.
    else if (layer.opacity === 1 && layer.blend === 'normal')
      paintGroup(context, painting, layer.id)
    else paintAside(context, (aside) => paintGroup(aside, painting, layer.id))
    context.restore()
  }
}

/** Draws something as a whole: made beside the canvas, then mixed with it. */
export function paintAside(
  context: CanvasRenderingContext2D,
  paint: (aside: CanvasRenderingContext2D) => void,
): void {
  const aside = newCanvas(context.canvas.width, context.canvas.height)
  aside.context.setTransform(context.getTransform())
  aside.context.imageSmoothingEnabled = context.imageSmoothingEnabled
  paint(aside.context)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.drawImage(aside.canvas, 0, 0)
}

function paintContent(
  context: CanvasRenderingContext2D,
  layer: Layer,
  pending: Pending | undefined,
): void {
  if (layer.text) drawText(context, layer.text)
  else if (layer.shape) drawShape(context, layer.shape)
  else if (pending?.layerId !== layer.id) layer.raster.paintOnto(context)
  // Aside, so that the stroke erases nothing below.
  else
    paintAside(context, (aside) => {
      layer.raster.paintOnto(aside)
      aside.globalAlpha = pending.opacity
      aside.globalCompositeOperation = pending.erases ? 'destination-out' : 'source-over'
      pending.raster.paintOnto(aside)
    })
}

/** Calls back for each mask that is shown, in pixels of it; `opacity`: with that of its groups. */
function forEachMask(
  context: CanvasRenderingContext2D,
  layers: readonly Layer[],
  paint: (mask: Layer, opacity: number) => void,
): void {
  for (const mask of layers.filter((one) => isMask(one) && isShown(layers, one))) {
    const groups = groupsAbove(layers, mask)
    context.save()
    context.transform(...documentMatrix(layers, mask))
    paint(
      mask,
      groups.reduce((all, { opacity }) => all * opacity, mask.opacity),
    )
    context.restore()
  }
}

const maskOpacity = 0.55

export const isMask = ({ kind }: Pick<Layer, 'kind'>): boolean => kind === 'mask'

/** Whether a layer is no part of the picture: a mask, a reference or a control layer. */
export const isBeside = ({ kind }: Pick<Layer, 'kind'>): boolean =>
  kind === 'mask' || kind === 'reference' || kind === 'control'

/** The references that are shown, the uppermost first. */
export const shownReferences = (layers: readonly Layer[]): Layer[] =>
  layers.filter((layer) => layer.kind === 'reference' && isShown(layers, layer)).toReversed()

/** Draws the active layer if it is a reference: it is no part of the picture, but can be seen so. */
export function paintReference(
  context: CanvasRenderingContext2D,
  layers: readonly Layer[],
  activeId: string | null,
): void {
  const layer = layers.find(({ id, kind }) => id === activeId && kind === 'reference')
  if (!layer || !isShown(layers, layer)) return
  context.save()
  context.globalAlpha = layer.opacity
  context.transform(...documentMatrix(layers, layer))
  layer.raster.paintOnto(context)
  context.restore()
}

/** The name of a layer in lists: of a text its beginning. */
export function shownName({ name, text }: Pick<Layer, 'name' | 'text'>): string {
  const [line = ''] = text?.text.trim().split('\n') ?? []
  const start = [...line].slice(0, 40).join('')
  return start.length < line.length ? `${start}…` : start || name
}

/**
 * Whether strokes and fills change a layer: it has pixels that belong to the picture, to a mask or to
 * a scribble.
 */
export const hasPixels = ({ kind, control }: Pick<Layer, 'kind' | 'control'>): boolean =>
  kind === 'image' || kind === 'drawing' || kind === 'mask' || control === 'scribble'

/** Returns a layer as it is drawn by itself, opaque, and the groups that place it. */
export function layerAlone(layers: readonly Layer[], layer: Layer): Layer[] {
  const plain = { opacity: 1, blend: 'normal', isVisible: true } as const
  const kind = layer.kind === 'text' || layer.kind === 'shape' ? layer.kind : 'drawing'
  const groups = groupsAbove(layers, layer).map((group) => ({ ...group, ...plain }))
  return [...groups, { ...layer, ...plain, kind }]
}

/** Whether strokes and fills may change a layer now: it has pixels, and nothing locks it. */
export const canPaint = (layers: readonly Layer[], layer: Layer): boolean =>
  hasPixels(layer) && !isLockedIn(layers, layer)

/** The pixels of a part of the document as it looks, without masks; outside of it transparent. */
export function flatten(layers: readonly Layer[], document: Size, rect: Rect): Pixels {
  const { canvas, context } = newCanvas(rect.width, rect.height)
  const inside = intersectRects(rect, { x: 0, y: 0, ...document })
  if (inside) {
    context.imageSmoothingQuality = 'high'
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
  forEachMask(context, layers, (mask, opacity) => {
    context.globalAlpha = opacity
    mask.raster.paintOnto(context)
  })
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const mask = new Uint8Array(rect.width * rect.height)
  for (let at = 0; at < mask.length; at++) mask[at] = data[at * 4 + 3] ?? 0
  return { width: rect.width, height: rect.height, data: mask }
}
