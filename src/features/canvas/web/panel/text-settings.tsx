import { m } from '#web/messages/compiled/messages.js'
import { Field, TextArea } from '#web/ui/controls/field.tsx'
import { NumberBox } from '#web/ui/controls/number-box.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { maxSide, maxTextLength } from '../../rules.ts'
import { ChoiceList } from '../controls/choice-list.tsx'
import { ColorField } from '../controls/color-field.tsx'
import type { Editor } from '../document/editor-store.ts'
import type { TextContent } from '../document/text-drawing.ts'

const fontNames: Readonly<Record<TextContent['font_family'], () => string>> = {
  'sans-serif': m.canvas_font_sans,
  serif: m.canvas_font_serif,
  monospace: m.canvas_font_mono,
  rounded: m.canvas_font_rounded,
  handwriting: m.canvas_font_hand,
}

const weightNames: readonly [number, () => string][] = [
  [300, m.canvas_weight_light],
  [400, m.canvas_weight_regular],
  [600, m.canvas_weight_semibold],
  [800, m.canvas_weight_bold],
]

type TextSettingsProps = { editor: Editor; id: string; text: TextContent; isLocked: boolean }

/** The words of a text layer, and how they are set. */
export function TextSettings({ editor, id, text, isLocked }: TextSettingsProps) {
  const set = (change: Partial<TextContent>, key?: string) =>
    editor.update(id, { text: { ...text, ...change } }, key)
  const within = (value: number | undefined, max: number) => Math.min(max, Math.max(1, value ?? 1))
  return (
    <fieldset disabled={isLocked} className="flex flex-col gap-3">
      <legend className="sr-only">{m.canvas_text()}</legend>
      <Field label={m.canvas_text()} hideLabel>
        {(props) => (
          <TextArea
            {...props}
            data-layer-text
            lines={2}
            maxLines={6}
            maxLength={maxTextLength}
            placeholder={m.canvas_text_placeholder()}
            value={text.text}
            onChange={(next) => set({ text: next }, 'text')}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <ChoiceList
          label={m.canvas_font()}
          value={text.font_family}
          onChange={(next) => set({ font_family: next as TextContent['font_family'] })}
          options={Object.entries(fontNames).map(([value, name]) => ({ value, label: name() }))}
        />
        <ChoiceList
          label={m.canvas_weight()}
          value={`${nearestWeight(text.weight)}`}
          onChange={(next) => set({ weight: Number(next) })}
          options={weightNames.map(([value, name]) => ({ value: `${value}`, label: name() }))}
        />
        <Field label={m.canvas_size()}>
          {(props) => (
            <NumberBox
              {...props}
              wide
              value={text.font_size}
              min={1}
              max={2000}
              onChange={(size) => set({ font_size: within(size, 2000) }, 'font size')}
            />
          )}
        </Field>
        <Field label={m.canvas_wrap_width()}>
          {(props) => (
            <NumberBox
              {...props}
              wide
              mayBeEmpty
              placeholder={m.canvas_wrap_none()}
              value={text.width ?? undefined}
              min={1}
              max={maxSide}
              onChange={(width) =>
                set({ width: width === undefined ? null : within(width, maxSide) }, 'wrap width')
              }
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <Segmented
          label={m.canvas_align()}
          value={text.align}
          onChange={(align) => set({ align })}
          options={[
            { value: 'left', label: m.canvas_align_left() },
            { value: 'center', label: m.canvas_align_center() },
            { value: 'right', label: m.canvas_align_right() },
          ]}
        />
        <ColorField
          label={m.canvas_color()}
          value={text.color}
          onChange={(color) => set({ color }, 'text color')}
        />
      </div>
    </fieldset>
  )
}

/** The offered weight that is nearest to one that a program may have saved. */
function nearestWeight(weight: number): number {
  const offered = weightNames.map(([value]) => value)
  return offered.reduce((a, b) => (Math.abs(b - weight) < Math.abs(a - weight) ? b : a))
}
