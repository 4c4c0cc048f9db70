import { createStore, useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Slider } from '#web/ui/controls/slider.tsx'
import { ColorField } from '../controls/color-field.tsx'
import { PaintBucket } from '../controls/editor-icons.ts'
import { type Editor, inkOn, partOnDocument } from '../document/editor-store.ts'
import { documentMatrix, placeInLayer } from '../document/layer-tree.ts'
import { canPaint, isMask, type Layer } from '../document/layers.ts'
import { newCanvas } from '../document/raster.ts'
import { maskOnLayer } from '../document/selection-canvas.ts'
import type { Rgba } from '../pixels/color.ts'
import { intersectRects, type Point } from '../pixels/pixels.ts'
import type { Filled } from '../worker/compute.ts'
import { computeChange } from '../worker/compute-change.ts'
import type { CanvasTool, Gesture, PointerStart } from './tool.ts'

export const fillTool: CanvasTool = {
  ...{ id: 'fill', key: 'G', icon: PaintBucket, label: m.canvas_fill_area },
  ...{ cursor: 'cursor-crosshair', begin: beginFill, Options: FillOptions },
}

/** `tolerance`: the largest difference of a channel that is still filled, 0 to 255. */
const fillSettings = createStore(() => ({ tolerance: 32 }))

function beginFill({ editor, at }: PointerStart): Gesture {
  // At the release: a second finger may still make a zoom of it.
  return { move: () => undefined, end: () => fillAt(editor, at), cancel: () => undefined }
}

/** The longest side of what is looked at around the pointer, in pixels of the layer. */
const reach = 8192

function fillAt(editor: Editor, at: Point): void {
  const state = editor.store.getState()
  const layer = editor.activeLayer()
  if (!layer || !canPaint(state.layers, layer)) return
  const place = placeInLayer(state.layers, layer, at)
  const start = { x: Math.floor(place.x), y: Math.floor(place.y) }
  const around = { x: start.x - reach / 2, y: start.y - reach / 2, width: reach, height: reach }
  const rect = intersectRects(partOnDocument(state, layer), around)
  if (!rect || !intersectRects(rect, { ...start, width: 1, height: 1 })) return
  const { selection } = state
  const toDocument = documentMatrix(state.layers, layer)
  const mask = selection && maskOnLayer({ selection, toDocument }, rect)
  void computeChange(editor, {
    request: {
      ...{ kind: 'fill', pixels: layer.raster.read(rect), ...(mask && { mask }) },
      options: {
        at: { x: start.x - rect.x, y: start.y - rect.y },
        ...{ tolerance: fillSettings.getState().tolerance, metric: 'rgb', isContiguous: true },
      },
      color: isMask(layer) ? maskRgba : rgbaOf(inkOn(layer, state.brush.color)),
    },
    apply: (filled) => filled && drawFilled(editor, { layer, filled, at: rect }),
  })
}

type FilledPart = { layer: Layer; filled: Filled; at: Point }

/** Draws what was filled into the layer. `at`: where the image that was filled lies on it. */
function drawFilled(editor: Editor, { layer, filled: { pixels, bounds }, at }: FilledPart): void {
  const { canvas, context } = newCanvas(bounds.width, bounds.height)
  context.putImageData(new ImageData(pixels.data, bounds.width, bounds.height), 0, 0)
  const target = { ...bounds, x: bounds.x + at.x, y: bounds.y + at.y }
  editor.changePixels(layer, target, (onto) => {
    onto.globalCompositeOperation = 'copy'
    onto.drawImage(canvas, target.x, target.y)
  })
}

/** As `maskColor`. */
const maskRgba: Rgba = [255, 122, 26, 255]

/** The colour of a colour input, `#rrggbb`. */
function rgbaOf(color: string): Rgba {
  const channel = (at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5), 255]
}

function FillOptions({ editor }: { editor: Editor }) {
  const { tolerance } = useStore(fillSettings)
  const { color } = useStore(editor.store, (state) => state.brush)
  return (
    <>
      <span className="flex flex-1 items-center gap-2">
        <span aria-hidden>{m.canvas_tolerance()}</span>
        <Slider
          min={0}
          max={255}
          value={tolerance}
          initially={32}
          onChange={(next) => fillSettings.setState({ tolerance: next })}
          label={m.canvas_tolerance()}
          valueText={`${tolerance}`}
        />
        <span className="w-9 text-right tabular-nums">{tolerance}</span>
      </span>
      <ColorField
        label={m.canvas_color()}
        value={color}
        onChange={(next) => editor.setBrush({ color: next })}
      />
    </>
  )
}
