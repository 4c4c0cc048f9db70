import { createStore } from 'zustand'
import { intersectRects, type Point, type Rect, type Size } from '../pixels/pixels.ts'
import { drawStroke, type Stroke, strokeBounds } from './brush.ts'
import { type Change, type History, noHistory, redo, remember, undo } from './history.ts'
import type { Layer, Pending } from './layers.ts'
import { bytesOfPatch, Raster } from './raster.ts'

export type Tool = 'brush' | 'eraser' | 'move' | 'hand' | 'frame'

/** `size`: pixels of the document; `opacity`: 0 to 1; `color`: in CSS's words. */
export type BrushSettings = { size: number; opacity: number; color: string }

/** The colour in which masks are painted; what counts of it is its opacity. */
export const maskColor = 'rgb(255 122 26)'

export type EditorState = {
  size: Size
  layers: readonly Layer[]
  activeId: string | null
  tool: Tool
  brush: BrushSettings
  /** The part of the document that is generated into. */
  frame: Rect
  history: History
  /** Counts the changes of the document, for saving it and for drawing it again. */
  changes: number
  pending: Pending | null
}

export type NewLayer = Pick<Layer, 'kind' | 'name'> &
  Partial<Pick<Layer, 'raster' | 'x' | 'y' | 'source'>>

export type Editor = ReturnType<typeof createEditor>

/** The open document, and every change of it; all of them can be undone. */
export function createEditor(size: Size, layers: readonly Layer[] = []) {
  const store = createStore<EditorState>(() => ({
    size,
    layers,
    activeId: layers.findLast(({ kind }) => kind !== 'kept')?.id ?? null,
    tool: 'brush',
    brush: { size: 40, opacity: 1, color: '#f4f1ea' },
    frame: { x: 0, y: 0, ...size },
    history: noHistory,
    changes: 0,
    pending: null,
  }))
  const { getState, setState } = store
  const changed = () => ({ changes: getState().changes + 1 })

  const record = (change: Change) =>
    setState((state) => ({ history: remember(state.history, change), ...changed() }))
  const setLayers = (
    after: readonly Layer[],
    options: { key?: string; activeId?: string | null } = {},
  ) => {
    const { layers: before, activeId } = getState()
    const active = options.activeId === undefined ? activeId : options.activeId
    const apply = (next: readonly Layer[], id: string | null) =>
      setState({ layers: next, activeId: id, ...changed() })
    apply(after, active)
    record({
      undo: () => apply(before, activeId),
      redo: () => apply(after, active),
      bytes: 0,
      ...(options.key !== undefined && { key: options.key }),
    })
  }
  const update = (id: string, change: Partial<Layer>, key?: string) =>
    setLayers(
      getState().layers.map((layer) => (layer.id === id ? { ...layer, ...change } : layer)),
      key === undefined ? {} : { key: `${key} ${id}` },
    )

  return {
    store,
    activeLayer: () => getState().layers.find(({ id }) => id === getState().activeId),
    choose: (settings: Partial<Pick<EditorState, 'activeId' | 'tool' | 'frame'>>) =>
      setState(settings),
    setBrush: (settings: Partial<BrushSettings>) =>
      setState(({ brush }) => ({ brush: { ...brush, ...settings } })),

    /** Adds a layer above the active one. */
    addLayer({ kind, name, raster = new Raster(), x = 0, y = 0, source }: NewLayer): Layer {
      const { layers: before, activeId } = getState()
      const layer: Layer = {
        ...{ id: crypto.randomUUID(), kind, name, raster, x, y, opacity: 1 },
        ...{ blend: 'normal', isVisible: true, isLocked: false, ...(source && { source }) },
      }
      const at = before.findIndex(({ id }) => id === activeId) + 1 || before.length
      setLayers(before.toSpliced(at, 0, layer), { activeId: layer.id })
      return layer
    },
    removeLayer(id: string): void {
      const { layers: before } = getState()
      const at = before.findIndex((layer) => layer.id === id)
      if (at < 0) return
      const after = before.toSpliced(at, 1)
      setLayers(after, { activeId: after[Math.min(at, after.length - 1)]?.id ?? null })
    },
    duplicateLayer(id: string): void {
      const { layers: before } = getState()
      const at = before.findIndex((layer) => layer.id === id)
      const layer = before[at]
      if (!layer) return
      const copy = { ...layer, id: crypto.randomUUID(), raster: layer.raster.copy() }
      setLayers(before.toSpliced(at + 1, 0, copy), { activeId: copy.id })
    },
    /** Moves a layer up (1) or down (-1). */
    reorder(id: string, by: 1 | -1): void {
      const { layers: before } = getState()
      const at = before.findIndex((layer) => layer.id === id)
      const layer = before[at]
      const to = at + by
      if (!layer || to < 0 || to >= before.length) return
      setLayers(before.toSpliced(at, 1).toSpliced(to, 0, layer))
    },
    update,

    /** Shows a stroke that grows; `end` makes it a change of the layer. */
    showStroke: (stroke: Stroke, from: number) => showStroke({ getState, setState }, stroke, from),
    endStroke(stroke: Stroke): void {
      const { pending } = getState()
      setState({ pending: null })
      const layer = getState().layers.find(({ id }) => id === pending?.layerId)
      const bounds = strokeBounds(stroke, 0)
      if (!pending || !layer || !bounds) return
      const rect = intersectRects(bounds, onLayer(layer, getState().size))
      if (!rect) return
      const before = layer.raster.keep(rect)
      layer.raster.draw(rect, (context) => {
        context.globalAlpha = pending.opacity
        context.globalCompositeOperation = pending.erases ? 'destination-out' : 'source-over'
        pending.raster.paintOnto(context)
      })
      const after = layer.raster.keep(rect)
      const restore = (patch: typeof before) => () => {
        layer.raster.restore(patch)
        setState(changed())
      }
      record({
        undo: restore(before),
        redo: restore(after),
        bytes: bytesOfPatch(before) + bytesOfPatch(after),
      })
    },
    cancelStroke: () => setState({ pending: null }),

    undo: () => setState((state) => ({ history: undo(state.history) })),
    redo: () => setState((state) => ({ history: redo(state.history) })),
  }
}

type Store = {
  getState: () => EditorState
  setState: (next: Partial<EditorState>) => void
}

function showStroke({ getState, setState }: Store, stroke: Stroke, from: number): void {
  const { layers, activeId, brush, tool, pending: before, size } = getState()
  const layer = layers.find(({ id }) => id === activeId)
  if (!layer || layer.isLocked) return
  const pending = before ?? {
    layerId: layer.id,
    raster: new Raster(),
    opacity: layer.kind === 'mask' ? 1 : brush.opacity,
    erases: tool === 'eraser',
  }
  const bounds = strokeBounds(stroke, from)
  const rect = bounds && intersectRects(bounds, onLayer(layer, size))
  if (rect) pending.raster.draw(rect, (context) => drawStroke(context, stroke, from))
  setState({ pending: { ...pending } })
}

/** The part of a layer that is on the document, in the layer's own pixels. */
function onLayer({ x, y }: Point, size: Size): Rect {
  return { x: -x, y: -y, ...size }
}

/** The layer that strokes go to, in its own pixels. */
export const toLayer = ({ x, y }: Pick<Layer, 'x' | 'y'>, at: Point): Point => ({
  x: at.x - x,
  y: at.y - y,
})

/** The name of a new layer of a kind: the first that no other has. */
export function newName(layers: readonly Layer[], base: string): string {
  for (let at = 1; ; at++) {
    const name = `${base} ${at}`
    if (!layers.some((layer) => layer.name === name)) return name
  }
}
