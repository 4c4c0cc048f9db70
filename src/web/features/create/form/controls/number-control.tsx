import { useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'
import { NumberBox, nearestNumber } from '#web/ui/controls/number-box.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import type { ControlInput } from './control-props.ts'

export function NumberControl(props: ControlInput<'number'>) {
  const { control, text, hint, error, onChange } = props
  const [adjustment, setAdjustment] = useState<string>()
  const initially = typeof props.initially === 'number' ? props.initially : control.min
  const value = typeof props.value === 'number' ? props.value : initially
  const limits = { min: control.min, max: control.max, step: control.step }
  const change = (next: number | undefined) => {
    setAdjustment(undefined)
    onChange(next)
  }
  return (
    <Field
      label={text.label()}
      hint={adjustment ? <AdjustmentNote text={adjustment} /> : hint}
      error={error}
    >
      {({ id, ...aria }) => (
        <div className="flex items-center gap-3">
          <Slider
            {...limits}
            id={id}
            value={nearestNumber(value, limits)}
            onChange={change}
            initially={initially}
          />
          <NumberBox
            {...limits}
            {...aria}
            value={value}
            onChange={change}
            onAdjust={(adjusted) => setAdjustment(adjustmentText(adjusted, limits))}
            label={text.label()}
          />
        </div>
      )}
    </Field>
  )
}

/** Says that leaving a box changed what was typed there. */
export function AdjustmentNote({ text }: { text: string }) {
  return (
    <span role="status" className="text-warn">
      {text}
    </span>
  )
}

/** “150 is outside 10 to 50, so it was set to 50.” */
function adjustmentText(
  { typed, value }: { typed: number; value: number },
  { min, max }: { min: number; max: number },
): string {
  return m.field_adjusted({
    typed: formatNumber(typed),
    min: formatNumber(min),
    max: formatNumber(max),
    value: formatNumber(value),
  })
}
