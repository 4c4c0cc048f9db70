import { useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { optionText } from '#web/shared/field-texts.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { NumberBox, nearestNumber } from '#web/ui/controls/number-box.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import type { ControlInput } from './control-props.ts'
import { UpgradeMark, useNeedsUpgrade } from './upgrade-mark.tsx'

/** A number with a slider; one that may be empty is a box alone. */
export function NumberControl(props: ControlInput<'number'>) {
  return props.control.optional ? <OptionalNumber {...props} /> : <RequiredNumber {...props} />
}

function OptionalNumber({ control, text, hint, error, value, onChange }: ControlInput<'number'>) {
  const [adjustment, setAdjustment] = useState<string>()
  const { min, max, step } = control
  const limits = { min, max, step }
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
      {(wired) => (
        <NumberBox
          {...limits}
          {...wired}
          value={typeof value === 'number' ? value : undefined}
          onChange={change}
          onAdjust={(adjusted) => setAdjustment(adjustmentText(adjusted, limits))}
          mayBeEmpty
          placeholder={m.field_default()}
          wide
        />
      )}
    </Field>
  )
}

function RequiredNumber(props: ControlInput<'number'>) {
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

/** Says that leaving a box changed the typed number. */
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

export function SwitchControl({ text, hint, value, onChange }: ControlInput<'switch'>) {
  return <Switch label={text.label()} hint={hint} checked={value === true} onChange={onChange} />
}

/** A fixed value, as text in a line of a list. */
export function FixedControl({ name, model, control, text }: ControlInput<'fixed'>) {
  const isMarked = useNeedsUpgrade() && control.upgrade !== undefined
  const value = fixedValue({ name, model, control })
  return (
    <>
      <dt className="text-small text-quiet">{text.label()}</dt>
      <dd className="text-body tabular-nums">
        {isMarked ? (
          <>
            <span aria-hidden className="flex items-center gap-1">
              {value}
              <UpgradeMark />
            </span>
            <span className="sr-only">{m.create_upgrade_option({ option: value })}</span>
          </>
        ) : (
          value
        )}
      </dd>
    </>
  )
}

function fixedValue({
  name,
  model,
  control,
}: Pick<ControlInput<'fixed'>, 'name' | 'model' | 'control'>): string {
  const { value, unit } = control
  if (typeof value === 'boolean') return value ? m.field_on() : m.field_off()
  return unit === 'seconds'
    ? m.field_seconds({ seconds: value })
    : optionText(name, value, model).label
}
