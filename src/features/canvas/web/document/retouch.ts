import { cropPixels, intersectRects, type Point, type Rect } from '../pixels/pixels.ts'
import { cloneStamp, healingBrush } from '../pixels/retouch.ts'
import { drawStroke, type Stroke, strokeBounds } from './brush.ts'
import { type Editor, partOnDocument, type RetouchTool } from './editor-store.ts'
import { documentMatrix } from './layer-tree.ts'
import { canPaint } from './layers.ts'
import { newCanvas, Raster } from './raster.ts'
import { unionOf } from './selection.ts'
import { keepSelected, maskOnLayer } from './selection-canvas.ts'

/** A stroke in pixels of a layer. `offset`: from what is painted to where it is taken from. */
export type Retouch = { stroke: Stroke; offset: Point }

/** The share of the brush's radius that is covered wholly. */
const hardness = 0.8

/** A copy of what a stroke paints from this many pixels is made at once. */
export const maxRetouchPixels = 25_000_000

/** The stroke and its source are too far from each other, or too large. */
export class RetouchTooLarge extends Error {}

/** Shows a growing stroke as a copy of its source; healing shows its colours at the end. */
export function showRetouch(editor: Editor, { stroke, offset }: Retouch, from: number): void {
  const state = editor.store.getState()
  const { layers, brush, selection, pending: before } = state
  const layer = editor.activeLayer()
  if (!layer || !canPaint(layers, layer)) return
  const { raster, ink } = before ?? { raster: new Raster(), ink: undefined }
  const whole = ink ?? new Raster()
  const bounds = strokeBounds(stroke, from)
  const rect = bounds && intersectRects(bounds, partOnDocument(state, layer))
  if (rect) {
    whole.draw(rect, (context) => drawStroke(context, stroke, from))
    const source = newCanvas(rect.width, rect.height)
    source.context.translate(-rect.x - offset.x, -rect.y - offset.y)
    layer.raster.paintOnto(source.context)
    raster.draw(rect, (context) => {
      context.clearRect(rect.x, rect.y, rect.width, rect.height)
      whole.paintOnto(context)
      context.globalCompositeOperation = 'source-in'
      context.drawImage(source.canvas, rect.x, rect.y)
      if (selection)
        keepSelected(context, { selection, toDocument: documentMatrix(layers, layer), rect })
    })
  }
  editor.store.setState({
    pending: { layerId: layer.id, raster, ink: whole, opacity: brush.opacity, erases: false },
  })
}

/** Makes a stroke a change of the layer. Throws RetouchTooLarge, and then changes nothing. */
export function endRetouch(editor: Editor, tool: RetouchTool, { stroke, offset }: Retouch): void {
  const state = editor.store.getState()
  const { pending, layers, selection, brush } = state
  editor.cancelStroke()
  const layer = layers.find(({ id }) => id === pending?.layerId)
  const bounds = strokeBounds(stroke, 0)
  if (!layer || !bounds) return
  const parts = retouchParts(bounds, offset, partOnDocument(state, layer))
  if (!parts) return
  const { target, area } = parts
  if (area.width * area.height > maxRetouchPixels) throw new RetouchTooLarge()
  const work = tool === 'stamp' ? cloneStamp : healingBrush
  const toDocument = documentMatrix(layers, layer)
  const result = work(layer.raster.read(area), {
    points: stroke.points.map(({ x, y }) => ({ x: x - area.x, y: y - area.y })),
    offset,
    brush: { radius: Math.max(0.5, stroke.size / 2), hardness, opacity: brush.opacity },
    ...(selection && { mask: maskOnLayer({ selection, toDocument }, area) }),
  })
  const part = { ...target, x: target.x - area.x, y: target.y - area.y }
  const { data, width, height } = cropPixels(result, part)
  const { canvas, context } = newCanvas(width, height)
  context.putImageData(new ImageData(data, width, height), 0, 0)
  editor.changePixels(layer, target, (painted) => {
    painted.globalCompositeOperation = 'copy'
    painted.drawImage(canvas, target.x, target.y)
  })
}

/** What a stroke changes, and the part of a layer that has it and its source; `null` for nothing. */
export function retouchParts(
  bounds: Rect,
  offset: Point,
  whole: Rect,
): { target: Rect; area: Rect } | null {
  const target = intersectRects(bounds, whole)
  const moved = target && { ...target, x: target.x + offset.x, y: target.y + offset.y }
  const source = moved && intersectRects(moved, whole)
  return target && source && { target, area: unionOf(target, source) }
}
