import { m } from '#web/messages/compiled/messages.js'
import { optionText } from '../../../work/texts/option-texts.ts'
import type { ControlInput } from './control-props.ts'

/** A value nobody can change, said as text. Stands on a line of a list. */
export function FixedControl({ name, control, text }: ControlInput<'fixed'>) {
  return (
    <>
      <dt className="text-small text-quiet">{text.label()}</dt>
      <dd className="text-body tabular-nums">{fixedValue(name, control)}</dd>
    </>
  )
}

function fixedValue(name: string, { value, unit }: ControlInput<'fixed'>['control']): string {
  if (typeof value === 'boolean') return value ? m.field_on() : m.field_off()
  return unit === 'seconds' ? m.field_seconds({ seconds: value }) : optionText(name, value).label
}
