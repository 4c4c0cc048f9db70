import { Field } from '#web/ui/controls/field.tsx'
import { NumberBox } from '#web/ui/controls/number-box.tsx'
import { Slider } from '#web/ui/controls/slider.tsx'
import type { ControlInput } from './control-props.ts'

export function NumberControl(props: ControlInput<'number'>) {
  const { control, text, hint, error, onChange } = props
  const initially = typeof props.initially === 'number' ? props.initially : control.min
  const value = typeof props.value === 'number' ? props.value : initially
  const limits = { min: control.min, max: control.max, step: control.step }
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(control) => (
        <div className="flex items-center gap-3">
          <Slider {...limits} {...control} value={value} onChange={onChange} initially={initially} />
          <NumberBox {...limits} value={value} onChange={onChange} label={text.label()} />
        </div>
      )}
    </Field>
  )
}
