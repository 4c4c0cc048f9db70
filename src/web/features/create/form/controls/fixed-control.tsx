import { m } from '#web/messages/compiled/messages.js'
import { optionText } from '#web/shared/field-texts.ts'
import { UpgradeMark } from '../upgrade/upgrade-mark.tsx'
import { useNeedsUpgrade } from '../upgrade/use-needs-upgrade.ts'
import type { ControlInput } from './control-props.ts'

/** A value nobody can change, said as text. Stands on a line of a list. */
export function FixedControl({ name, control, text }: ControlInput<'fixed'>) {
  const isMarked = useNeedsUpgrade() && control.upgrade !== undefined
  const value = fixedValue(name, control)
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

function fixedValue(name: string, { value, unit }: ControlInput<'fixed'>['control']): string {
  if (typeof value === 'boolean') return value ? m.field_on() : m.field_off()
  return unit === 'seconds' ? m.field_seconds({ seconds: value }) : optionText(name, value).label
}
