import { useStore } from 'zustand'
import { m } from '#web/messages/compiled/messages.js'
import { NumberBox } from '#web/ui/controls/number-box.tsx'
import { ColorField, OptionalColorField } from '../controls/color-field.tsx'
import { Shapes } from '../controls/editor-icons.ts'
import { newName } from '../document/editor-store.ts'
import { transformInto } from '../document/layer-tree.ts'
import { noTransform } from '../document/transform.ts'
import type { Point } from '../pixels/pixels.ts'
import { shapeByDrag } from './shape-rules.ts'
import { type DraggedShape, shapeSettings } from './shape-settings.ts'
import type { CanvasTool, Gesture, PointerStart } from './tool.ts'

export const shapeTool: CanvasTool = {
  ...{ id: 'shape', key: 'U', icon: Shapes, label: m.canvas_shape, cursor: 'cursor-crosshair' },
  ...{ begin: beginShape, Options: ShapeOptions },
}

const shapeNames: Readonly<Record<DraggedShape, () => string>> = {
  rectangle: m.canvas_rectangle,
  ellipse: m.canvas_ellipse,
  line: m.canvas_line,
  gradient: m.canvas_gradient,
}

/** A drag of less than this is a press by mistake, in CSS pixels. */
const leastDrag = 3

function beginShape({ editor, at: from, view }: PointerStart): Gesture | undefined {
  const settings = shapeSettings.getState()
  // Making the shape and changing it while the pointer moves is one change.
  const key = `shape ${crypto.randomUUID()}`
  let id: string | undefined
  const draw = (to: Point, isRegular: boolean) => {
    const { layers, size } = editor.store.getState()
    const { x, y, shape } = shapeByDrag(settings, { from, to, isRegular }, size)
    const made = layers.find((layer) => layer.id === id)
    if (made) {
      const place = transformInto(layers, made, { ...noTransform, x, y })
      return editor.update(made.id, { ...place, shape }, key)
    }
    const name = newName(layers, shapeNames[settings.shape]())
    id = editor.addLayer({ kind: 'shape', name, x, y, shape }, key).id
  }
  return {
    move(points, { shift }) {
      const to = points.at(-1) ?? from
      const way = Math.hypot(to.x - from.x, to.y - from.y) * view.scale
      if (id !== undefined || way >= leastDrag) draw(to, shift)
    },
    end: () => undefined,
    cancel: () => {
      if (id !== undefined) editor.undo()
    },
  }
}

function ShapeOptions() {
  const { shape, fill, fillTo, stroke, strokeWidth } = useStore(shapeSettings)
  const set = shapeSettings.setState
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <select
        aria-label={m.canvas_shape()}
        value={shape}
        onChange={({ target }) => set({ shape: target.value as DraggedShape })}
        className="h-control-small rounded-control border border-edge bg-ground px-2 text-small text-text pointer-coarse:text-prompt"
      >
        {Object.entries(shapeNames).map(([value, name]) => (
          <option key={value} value={value}>
            {name()}
          </option>
        ))}
      </select>
      {shape === 'gradient' ? (
        <>
          <ColorField
            label={m.canvas_from()}
            value={fill ?? usualFill}
            onChange={(color) => set({ fill: color })}
          />
          <OptionalColorField
            label={m.canvas_to()}
            value={fillTo}
            usual={usualFill}
            onChange={(color) => set({ fillTo: color })}
          />
        </>
      ) : (
        <>
          {shape !== 'line' && (
            <OptionalColorField
              label={m.canvas_fill()}
              value={fill}
              usual={usualFill}
              onChange={(color) => set({ fill: color })}
            />
          )}
          <OptionalColorField
            label={m.canvas_stroke()}
            value={stroke}
            usual={usualStroke}
            onChange={(color) => set({ stroke: color })}
          />
          {(stroke !== null || shape === 'line') && (
            <NumberBox
              label={m.canvas_stroke_width()}
              value={strokeWidth}
              min={0}
              max={1000}
              onChange={(width = strokeWidth) =>
                set({ strokeWidth: Math.min(1000, Math.max(0, width)) })
              }
            />
          )}
        </>
      )}
    </span>
  )
}

const [usualFill, usualStroke] = ['#e8743b', '#f4f1ea']
