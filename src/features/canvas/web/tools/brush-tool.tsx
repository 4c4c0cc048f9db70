import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { Slider } from '#web/ui/controls/slider.tsx'
import { Brush, Eraser } from '#web/ui/icons/media-icons.ts'
import type { Stroke } from '../document/brush.ts'
import { type Editor, inkOn } from '../document/editor-store.ts'
import { documentMatrix } from '../document/layer-tree.ts'
import { canPaint } from '../document/layers.ts'
import { invert } from '../document/transform.ts'
import type { CanvasTool, Gesture, OverlayProps, PointerStart } from './tool.ts'

export const brushTool: CanvasTool = {
  ...{ id: 'brush', key: 'B', icon: Brush, label: m.canvas_brush, cursor: 'cursor-none' },
  ...{ begin: beginStroke, Options: BrushOptions, Overlay: BrushCircle },
}

export const eraserTool: CanvasTool = {
  ...{ id: 'eraser', key: 'E', icon: Eraser, label: m.canvas_eraser, cursor: 'cursor-none' },
  ...{ begin: beginStroke, Options: BrushOptions, Overlay: BrushCircle },
}

function beginStroke({ editor, at }: PointerStart): Gesture | undefined {
  const layer = editor.activeLayer()
  const { brush, layers } = editor.store.getState()
  if (!layer || !canPaint(layers, layer)) return
  const matrix = invert(documentMatrix(layers, layer))
  if (!matrix) return
  const color = inkOn(layer, brush.color)
  const stroke: Stroke = { size: brush.size, color, points: [], matrix }
  const move: Gesture['move'] = (points) => {
    const from = stroke.points.length
    stroke.points.push(...points)
    editor.showStroke(stroke, from)
  }
  move([at], { shift: false, alt: false })
  return { move, end: () => editor.endStroke(stroke), cancel: editor.cancelStroke }
}

/** A circle of the brush's size instead of the pointer. */
export function BrushCircle({ editor, view, pointer }: OverlayProps) {
  const { size } = useStore(editor.store, (state) => state.brush)
  if (!pointer) return null
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute -translate-1/2 rounded-full border border-ground outline-1 outline-text"
      style={{
        left: pointer.x,
        top: pointer.y,
        width: size * view.scale,
        height: size * view.scale,
      }}
    />
  )
}

/** A slider for the width of the line. */
export function BrushSize({ editor }: { editor: Editor }) {
  const brush = useStore(editor.store, (state) => state.brush)
  return (
    <span className="flex flex-1 items-center gap-2">
      <span aria-hidden>{m.canvas_size()}</span>
      <Slider
        min={1}
        max={400}
        value={brush.size}
        onChange={(size) => editor.setBrush({ size })}
        label={m.canvas_size()}
        valueText={`${brush.size} px`}
      />
      <span className="w-9 text-right tabular-nums">{brush.size}</span>
    </span>
  )
}

function BrushOptions({ editor }: { editor: Editor }) {
  const brush = useStore(editor.store, (state) => state.brush)
  return (
    <>
      <BrushSize editor={editor} />
      <span className="flex flex-1 items-center gap-2 max-sm:hidden">
        <span aria-hidden>{m.canvas_opacity()}</span>
        <Slider
          min={1}
          max={100}
          value={Math.round(brush.opacity * 100)}
          onChange={(percent) => editor.setBrush({ opacity: percent / 100 })}
          label={m.canvas_opacity()}
          valueText={`${Math.round(brush.opacity * 100)} %`}
        />
      </span>
      <input
        type="color"
        aria-label={m.canvas_color()}
        value={brush.color}
        onChange={(event) => editor.setBrush({ color: event.target.value })}
        className="size-8 shrink-0 rounded-control border border-edge bg-transparent"
      />
    </>
  )
}
