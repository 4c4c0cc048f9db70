import { createStore } from 'zustand'
import { maxLayerName, plainName } from '../../rules.ts'
import { intersectRects, type Point, type Rect, type Size } from '../pixels/pixels.ts'
import { drawStroke, type Stroke, strokeBounds } from './brush.ts'
import { controlColor } from './control-layers.ts'
import { cropDocument } from './crop.ts'
import { type Change, type History, noHistory, redo, remember, undo } from './history.ts'
import { documentMatrix, idsWithin, reorderTree, transformInto } from './layer-tree.ts'
import { canPaint, type Layer, type Pending } from './layers.ts'
import { bytesOfPatch, Raster } from './raster.ts'
import type { Selection, SelectionOperation } from './selection.ts'
import { keepSelected } from './selection-canvas.ts'
import { identity, invert, type Matrix, moveRect, noTransform } from './transform.ts'

export type Tool =
  | 'brush'
  | 'eraser'
  | 'fill'
  | RetouchTool
  | SelectionTool
  | 'text'
  | 'shape'
  | 'move'
  | 'hand'
  | 'frame'

/** The tools that select a part of the document. */
export const selectionTools = ['rectangle', 'lasso', 'wand'] as const
export type SelectionTool = (typeof selectionTools)[number]

/** `size`: pixels of the document; `opacity`: 0 to 1; `color`: in CSS's words. */
export type BrushSettings = { size: number; opacity: number; color: string }

/** The tools that paint one part over another. */
export type RetouchTool = 'stamp' | 'heal'

/**
 * Where these take from, in pixels of the document. `offset`: to it from what is painted, once a
 * stroke was. `isChoosing`: the next press sets the source.
 */
export type RetouchSettings = { source: Point | null; offset: Point | null; isChoosing: boolean }

/** `tolerance`: as of `selectByColor`; `samples`: what it looks at. */
export type WandSettings = {
  tolerance: number
  isContiguous: boolean
  samples: 'document' | 'layer'
}

/** The colour in which masks are painted; what counts of it is its opacity. */
export const maskColor = 'rgb(255 122 26)'

/** The colour that strokes and fills have on a layer: that of the brush, where it counts. */
export const inkOn = ({ kind }: Pick<Layer, 'kind'>, color: string): string =>
  kind === 'mask' ? maskColor : kind === 'control' ? controlColor : color

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
  pending: PendingStroke | null
  /** A layer as an adjustment would make it, shown instead of it. */
  preview: { layerId: string; raster: Raster } | null
  /** The part that strokes and adjustments change; `null`: all. It is not saved. */
  selection: Selection | null
  /** The line of a selection that is being drawn, in pixels of the document. */
  outline: readonly Point[] | null
  /** What a new selection does to the one before, where no key says it. */
  operation: SelectionOperation
  wand: WandSettings
  retouch: RetouchSettings
  /** A change that a worker is still computing. */
  computing: { cancel: () => void } | null
}

/** `ink`: the whole stroke, where a selection shows a part of it alone. */
export type PendingStroke = Pending & { ink?: Raster }

export type NewLayer = Pick<Layer, 'kind' | 'name'> &
  Partial<Omit<Layer, 'id' | 'kind' | 'name' | 'parent'>>

export type Editor = ReturnType<typeof createEditor>

/** The open document, and every change of it; all of them can be undone. */
export function createEditor(size: Size, layers: readonly Layer[] = []) {
  const store = createStore<EditorState>(() => ({
    size,
    layers,
    activeId: layers.at(-1)?.id ?? null,
    tool: 'brush',
    brush: { size: 40, opacity: 1, color: '#f4f1ea' },
    frame: { x: 0, y: 0, ...size },
    history: noHistory,
    changes: 0,
    pending: null,
    preview: null,
    selection: null,
    outline: null,
    operation: 'replace',
    wand: { tolerance: 32, isContiguous: true, samples: 'document' },
    retouch: { source: null, offset: null, isChoosing: false },
    computing: null,
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

  const changePixels = (
    { raster }: Pick<Layer, 'raster'>,
    rect: Rect,
    paint: (context: CanvasRenderingContext2D) => void,
  ) => {
    const before = raster.keep(rect)
    raster.draw(rect, paint)
    const after = raster.keep(rect)
    const restore = (patch: typeof before) => () => {
      raster.restore(patch)
      setState(changed())
    }
    record({
      undo: restore(before),
      redo: restore(after),
      bytes: bytesOfPatch(before) + bytesOfPatch(after),
    })
  }

  return {
    store,
    /** Draws into a part of a layer, in pixels of it, as one change. */
    changePixels,
    activeLayer: () => getState().layers.find(({ id }) => id === getState().activeId),
    choose: (settings: Partial<Pick<EditorState, 'activeId' | 'tool' | 'frame' | 'operation'>>) =>
      setState(settings),
    setWand: (settings: Partial<WandSettings>) =>
      setState(({ wand }) => ({ wand: { ...wand, ...settings } })),
    setRetouch: (settings: Partial<RetouchSettings>) =>
      setState(({ retouch }) => ({ retouch: { ...retouch, ...settings } })),
    setBrush: (settings: Partial<BrushSettings>) =>
      setState(({ brush }) => ({ brush: { ...brush, ...settings } })),

    /**
     * Adds a layer above the active one, into the same group; its place is one on the document. With a
     * key it is one change with the updates of the same key that follow.
     */
    addLayer(added: NewLayer, key?: string): Layer {
      const { layers: before, activeId } = getState()
      const parent = before.find(({ id }) => id === activeId)?.parent ?? null
      const place = transformInto(before, { parent }, { ...noTransform, ...added })
      const layer: Layer = {
        ...{ raster: new Raster(), opacity: 1, blend: 'normal' },
        ...{ isVisible: true, isLocked: false, parent },
        ...{ ...added, ...place, name: plainName(added.name, maxLayerName) },
        id: crypto.randomUUID(),
      }
      const at = before.findIndex(({ id }) => id === activeId) + 1 || before.length
      setLayers(before.toSpliced(at, 0, layer), {
        activeId: layer.id,
        ...(key !== undefined && { key: `${key} ${layer.id}` }),
      })
      return layer
    },
    /** Deletes a layer; a group with all that is in it. */
    removeLayer(id: string): void {
      const { layers: before } = getState()
      const ids = idsWithin(before, id)
      const at = before.findIndex((layer) => layer.id === id)
      if (at < 0) return
      const after = before.filter((layer) => !ids.has(layer.id))
      const next = before.slice(at).find((layer) => !ids.has(layer.id)) ?? after.at(-1)
      setLayers(after, { activeId: next?.id ?? null })
    },
    /** Adds a copy above a layer; of a group with all that is in it. */
    duplicateLayer(id: string): void {
      const { layers: before } = getState()
      const within = [...idsWithin(before, id)]
      const ids = new Map(within.map((one) => [one, crypto.randomUUID() as string]))
      const copies = before
        .filter((layer) => ids.has(layer.id))
        .map((layer) => ({
          ...{ ...layer, id: ids.get(layer.id) ?? layer.id, raster: layer.raster.copy() },
          parent: (layer.parent !== null && ids.get(layer.parent)) || layer.parent,
        }))
      const at = before.findLastIndex((layer) => ids.has(layer.id))
      if (at < 0) return
      setLayers(before.toSpliced(at + 1, 0, ...copies), { activeId: ids.get(id) ?? null })
    },
    /** Moves a layer up (1) or down (-1), into groups on the way and out of them. */
    reorder(id: string, by: 1 | -1): void {
      const { layers: before } = getState()
      const after = reorderTree(before, id, by)
      if (after !== before) setLayers(after)
    },
    /** Replaces all layers at once, as one change. */
    setLayers,
    update,
    /** Makes a part of the document the whole of it; layers stay where they are seen. */
    crop(rect: Rect): void {
      const { size, frame, layers } = getState()
      const before = { size, frame, layers }
      const cropped = cropDocument(before, rect)
      setState({ ...cropped, ...changed() })
      record({
        undo: () => setState({ ...before, ...changed() }),
        redo: () => setState({ ...cropped, ...changed() }),
        bytes: 0,
      })
    },

    /** Selects a part of the document; the document itself does not change by it. */
    select(selection: Selection | null): void {
      const { selection: before, computing } = getState()
      computing?.cancel()
      if (before === selection) return
      setState({ selection })
      const bytes = (before?.mask.data.length ?? 0) + (selection?.mask.data.length ?? 0)
      const change: Change = {
        undo: () => setState({ selection: before }),
        redo: () => setState({ selection }),
        bytes,
      }
      setState(({ history }) => ({ history: remember(history, change) }))
    },
    /** Shows the line of a selection that is being drawn. */
    showOutline: (outline: readonly Point[] | null) => setState({ outline }),

    /** Shows a stroke that grows; `end` makes it a change of the layer. */
    showStroke: (stroke: Stroke, from: number) => showStroke({ getState, setState }, stroke, from),
    endStroke(stroke: Stroke): void {
      const { pending } = getState()
      setState({ pending: null })
      const layer = getState().layers.find(({ id }) => id === pending?.layerId)
      const bounds = strokeBounds(stroke, 0)
      if (!pending || !layer || !bounds) return
      const rect = intersectRects(bounds, partOnDocument(getState(), layer))
      if (!rect) return
      changePixels(layer, rect, (context) => {
        context.globalAlpha = pending.opacity
        context.globalCompositeOperation = pending.erases ? 'destination-out' : 'source-over'
        pending.raster.paintOnto(context)
      })
    },
    cancelStroke: () => setState({ pending: null }),

    /** Undoes the last change; one that is still computed is cancelled. */
    undo(): void {
      const { computing, history } = getState()
      if (computing) computing.cancel()
      else setState({ history: undo(history) })
    },
    redo: () => setState((state) => ({ history: redo(state.history) })),
  }
}

type Store = {
  getState: () => EditorState
  setState: (next: Partial<EditorState>) => void
}

function showStroke({ getState, setState }: Store, stroke: Stroke, from: number): void {
  const { layers, activeId, brush, tool, pending: before, selection } = getState()
  const layer = layers.find(({ id }) => id === activeId)
  if (!layer || !canPaint(layers, layer)) return
  const pending = before ?? {
    layerId: layer.id,
    raster: new Raster(),
    opacity: layer.kind === 'mask' ? 1 : brush.opacity,
    erases: tool === 'eraser',
    ...(selection && { ink: new Raster() }),
  }
  const bounds = strokeBounds(stroke, from)
  const rect = bounds && intersectRects(bounds, partOnDocument(getState(), layer))
  const ink = pending.ink ?? pending.raster
  if (rect) ink.draw(rect, (context) => drawStroke(context, stroke, from))
  if (rect && pending.ink && selection) {
    const toDocument = documentMatrix(layers, layer)
    showSelected(pending, pending.ink, { selection, toDocument, rect })
  }
  setState({ pending: { ...pending } })
}

type SelectedPart = { selection: Selection; toDocument: Matrix; rect: Rect }

/** Shows of a part of a stroke what is selected. */
function showSelected({ raster }: Pending, ink: Raster, part: SelectedPart): void {
  const { rect } = part
  raster.draw(rect, (context) => {
    context.clearRect(rect.x, rect.y, rect.width, rect.height)
    ink.paintOnto(context)
    keepSelected(context, part)
  })
}

/** The part of a layer that may be on the document, in the layer's own pixels. */
export function partOnDocument(
  { layers, size }: Pick<EditorState, 'layers' | 'size'>,
  layer: Layer,
) {
  const inverse = invert(documentMatrix(layers, layer)) ?? identity
  return moveRect(inverse, { x: 0, y: 0, ...size })
}

/** The name of a new layer of a kind: the first that no other has. */
export function newName(layers: readonly Layer[], base: string): string {
  for (let at = 1; ; at++) {
    const name = `${base} ${at}`
    if (!layers.some((layer) => layer.name === name)) return name
  }
}
