import type { CanvasLayer } from '../../contract.ts'
import type { Size } from '../pixels/pixels.ts'
import type { Layer } from './layers.ts'
import type { Raster } from './raster.ts'

/** A file with a tile of a layer, and its origin in pixels of the layer. */
export type SavedTile = { x: number; y: number; file: string }

/** Returns a layer as it is saved. `tiles`: the files of its pixels; `size`: of the document. */
export function saveLayer(layer: Layer, tiles: SavedTile[], size: Size): CanvasLayer {
  const common = {
    ...{ id: layer.id, name: layer.name, parent: layer.parent, x: layer.x, y: layer.y },
    ...{ scale_x: layer.scaleX, scale_y: layer.scaleY, rotation: layer.rotation },
    ...{ opacity: layer.opacity, blend: layer.blend },
    ...{ visible: layer.isVisible, locked: layer.isLocked },
  }
  if (layer.text) return { kind: 'text', ...common, ...layer.text }
  if (layer.shape) return { kind: 'shape', ...common, ...layer.shape }
  const { kind } = layer
  if (kind === 'group') return { kind, ...common }
  if (kind === 'text' || kind === 'shape') throw new Error(`A ${kind} layer has no content`)
  const { source, control } = layer
  const pixels = {
    ...{ ...common, ...(layer.size ?? size), tiles },
    ...(source && {
      source: { generation_id: source.generation_id, media_position: source.position },
    }),
  }
  if (kind !== 'control') return { kind, ...pixels }
  if (!control) throw new Error('A control layer has no kind of image')
  return { kind, ...pixels, control }
}

/** Returns a saved layer; `raster`: its pixels, empty where it has none. */
export function loadLayer(saved: CanvasLayer, raster: Raster): Layer {
  const common = {
    ...{ id: saved.id, name: saved.name, parent: saved.parent, x: saved.x, y: saved.y },
    ...{ scaleX: saved.scale_x, scaleY: saved.scale_y, rotation: saved.rotation },
    ...{ opacity: saved.opacity, blend: saved.blend },
    ...{ isVisible: saved.visible, isLocked: saved.locked, raster },
  }
  const { kind } = saved
  if (kind === 'group') return { kind, ...common }
  if (kind === 'text') {
    const { text, font_size, font_family, color, weight, align, width } = saved
    return { kind, ...common, text: { text, font_size, font_family, color, weight, align, width } }
  }
  if (kind === 'shape') {
    const { shape, width, height, points, fill, fill_to, stroke, stroke_width } = saved
    const ends = { ...(points && { points }), ...(fill_to !== undefined && { fill_to }) }
    return { kind, ...common, shape: { shape, width, height, fill, stroke, stroke_width, ...ends } }
  }
  const { width, height, source } = saved
  return {
    ...{ kind, ...common, size: { width, height } },
    ...(saved.kind === 'control' && { control: saved.control }),
    ...(source && {
      source: { generation_id: source.generation_id, position: source.media_position },
    }),
  }
}
