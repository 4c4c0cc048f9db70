import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import { NumberBox } from '#web/ui/controls/number-box.tsx'
import { OptionalColorField } from '../controls/color-field.tsx'
import type { Editor } from '../document/editor-store.ts'
import type { ShapeContent } from '../document/shape-drawing.ts'

type ShapeLayerSettingsProps = {
  editor: Editor
  id: string
  shape: ShapeContent
  isLocked: boolean
}

const [usualFill, usualStroke] = ['#e8743b', '#f4f1ea']

/** The colours of a shape layer, and the width of its line. */
export function ShapeLayerSettings({ editor, id, shape, isLocked }: ShapeLayerSettingsProps) {
  const set = (change: Partial<ShapeContent>, key: string) =>
    editor.update(id, { shape: { ...shape, ...change } }, key)
  const isGradient = shape.shape === 'gradient'
  return (
    <fieldset disabled={isLocked} className="flex flex-col gap-2">
      <legend className="sr-only">{m.canvas_shape()}</legend>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {shape.shape !== 'line' && (
          <OptionalColorField
            label={isGradient ? m.canvas_from() : m.canvas_fill()}
            value={shape.fill}
            usual={usualFill}
            onChange={(fill) => set({ fill }, 'fill')}
          />
        )}
        {isGradient ? (
          <OptionalColorField
            label={m.canvas_to()}
            value={shape.fill_to ?? null}
            usual={usualFill}
            onChange={(fill_to) => set({ fill_to }, 'fill to')}
          />
        ) : (
          <OptionalColorField
            label={m.canvas_stroke()}
            value={shape.stroke}
            usual={usualStroke}
            onChange={(stroke) =>
              set({ stroke, ...(shape.stroke_width === 0 && { stroke_width: 8 }) }, 'stroke')
            }
          />
        )}
      </div>
      {!isGradient && shape.stroke !== null && (
        <Field label={m.canvas_stroke_width()}>
          {(props) => (
            <NumberBox
              {...props}
              value={shape.stroke_width}
              min={0}
              max={1000}
              onChange={(width = 0) =>
                set({ stroke_width: Math.min(1000, Math.max(0, width)) }, 'stroke width')
              }
            />
          )}
        </Field>
      )}
    </fieldset>
  )
}
