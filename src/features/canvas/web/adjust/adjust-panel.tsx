import { useEffect, useMemo, useRef, useState } from 'react'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { NumberBox, nearestNumber } from '#web/ui/controls/number-box.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { ChoiceList } from '../controls/choice-list.tsx'
import { type Editor, newName } from '../document/editor-store.ts'
import type { Layer } from '../document/layers.ts'
import {
  type Adjustment,
  type AdjustmentField,
  type AdjustmentKind,
  adjustments,
  maxAdjustPixels,
} from './adjustments.ts'
import { usePerspective } from './corner-handles.tsx'
import { type AdjustmentState, applyAdjustment, useAdjustment } from './use-adjustment.ts'

type AdjustPanelProps = { editor: Editor; layer: Layer; onClose: () => void }

/** Adjusts a layer, shown on the stage before it is applied. Any other change ends it. */
export function AdjustPanel({ editor, layer, onClose }: AdjustPanelProps) {
  const [kind, setKind] = useState<AdjustmentKind>('levels')
  const [values, setValues] = useState<Adjustment['values']>({})
  const adjustment = useMemo(() => ({ kind, values }), [kind, values])
  const result = useAdjustment(editor, layer, adjustment)
  const panel = useFocusWithin()
  useEndOnChange(editor, onClose)
  useCornerHandles(adjustment, setValues)
  const fields: Readonly<Record<string, AdjustmentField>> = adjustments[kind]
  const apply = () => {
    if (result.state !== 'ready') return
    const { layers } = editor.store.getState()
    const name = kind === 'edges' ? newName(layers, m.canvas_edges()) : null
    applyAdjustment(editor, { layer, adjusted: result.adjusted, name })
  }
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={m.canvas_adjust()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
      className="flex flex-col gap-3 outline-none"
    >
      <h2 className="text-body font-medium">{m.canvas_adjust_layer({ name: layer.name })}</h2>
      <ChoiceList
        label={m.canvas_adjustment()}
        value={kind}
        onChange={(next) => {
          setKind(next as AdjustmentKind)
          setValues({})
        }}
        options={kinds.map((one) => ({ value: one, label: kindNames[one]() }))}
      />
      {Object.entries(fields).map(([name, limits]) => (
        <NumberField
          key={`${kind} ${name}`}
          label={(fieldNames[name] ?? m.canvas_size)()}
          limits={limits}
          value={values[name] ?? limits.initially}
          onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
        />
      ))}
      <p
        role="status"
        className={`min-h-5 text-small ${result.state === 'failed' || result.state === 'too-large' ? 'text-bad' : 'text-quiet'}`}
      >
        {stateText(result, kind)}
      </p>
      <div className="sticky -bottom-3 -mx-3 -mb-3 flex justify-end gap-2 bg-ground px-3 py-3">
        <Button onClick={onClose}>{m.canvas_adjust_cancel()}</Button>
        <Button variant="primary" disabled={result.state !== 'ready'} onClick={apply}>
          {m.canvas_adjust_apply()}
        </Button>
      </div>
    </section>
  )
}

type NumberFieldProps = {
  label: string
  limits: AdjustmentField
  value: number
  onChange: (value: number) => void
}

function NumberField({ label, limits, value, onChange }: NumberFieldProps) {
  const shared = { ...limits, value }
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-small text-quiet">
        {label}
      </span>
      <span className="flex items-center gap-2">
        <Slider {...shared} label={label} onChange={onChange} />
        <NumberBox
          {...shared}
          label={m.canvas_exact({ name: label })}
          onChange={(next) => onChange(nearestNumber(next ?? limits.initially, limits))}
        />
      </span>
    </div>
  )
}

function stateText({ state }: AdjustmentState, kind: AdjustmentKind): string {
  if (state === 'computing') return m.canvas_adjust_computing()
  if (state === 'too-large')
    return m.canvas_adjust_too_large({ megapixels: `${maxAdjustPixels / 1_000_000}` })
  if (state === 'failed') return m.canvas_adjust_failed()
  if (state === 'empty') return m.canvas_adjust_empty()
  return kind === 'edges' ? m.canvas_adjust_new_layer() : m.canvas_adjust_preview()
}

/** Shows the corners on the stage while a perspective is chosen. */
function useCornerHandles(
  { kind, values }: Adjustment,
  onChange: (values: Adjustment['values']) => void,
): void {
  useEffect(() => {
    usePerspective.setState({ shown: kind === 'perspective' ? { values, onChange } : null })
  }, [kind, values, onChange])
  useEffect(() => () => usePerspective.setState({ shown: null }), [])
}

/** The focus comes into the panel when it opens, and returns to where it was. */
function useFocusWithin() {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return panel
}

/** The preview is of the document as it was: another change of it ends it. */
function useEndOnChange(editor: Editor, onClose: () => void): void {
  useEffect(
    () =>
      editor.store.subscribe((now, before) => {
        if (
          now.changes !== before.changes ||
          now.selection !== before.selection ||
          now.activeId !== before.activeId
        )
          onClose()
      }),
    [editor, onClose],
  )
}

const kinds = Object.keys(adjustments) as AdjustmentKind[]

const kindNames: Readonly<Record<AdjustmentKind, () => string>> = {
  levels: m.canvas_levels,
  hue: m.canvas_hue_saturation,
  blur: m.canvas_blur,
  sharpen: m.canvas_sharpen,
  denoise: m.canvas_denoise,
  edges: m.canvas_edges,
  perspective: m.canvas_perspective,
  extend: m.canvas_extend,
  mirror: m.canvas_mirror,
}

const fieldNames: Readonly<Record<string, () => string>> = {
  black: m.canvas_black,
  gamma: m.canvas_gamma,
  white: m.canvas_white,
  hue: m.canvas_blend_hue,
  saturation: m.canvas_blend_saturation,
  lightness: m.canvas_lightness,
  radius: m.canvas_radius,
  amount: m.canvas_amount,
  threshold: m.canvas_threshold,
  low: m.canvas_weak_edges,
  high: m.canvas_strong_edges,
  left: m.canvas_left,
  top: m.canvas_top,
  right: m.canvas_right,
  bottom: m.canvas_bottom,
  top_left_x: () => `${m.canvas_top_left()}, X`,
  top_left_y: () => `${m.canvas_top_left()}, Y`,
  top_right_x: () => `${m.canvas_top_right()}, X`,
  top_right_y: () => `${m.canvas_top_right()}, Y`,
  bottom_right_x: () => `${m.canvas_bottom_right()}, X`,
  bottom_right_y: () => `${m.canvas_bottom_right()}, Y`,
  bottom_left_x: () => `${m.canvas_bottom_left()}, X`,
  bottom_left_y: () => `${m.canvas_bottom_left()}, Y`,
}
