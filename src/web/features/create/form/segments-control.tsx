import { useId } from 'react'
import type { Option } from '#catalogue/fields.ts'
import { m } from '#web/messages/compiled/messages.js'
import { optionText } from '#web/shared/field-texts.ts'
import { Field, FieldLabel } from '#web/ui/controls/field.tsx'
import { Segmented, type SegmentedOption } from '#web/ui/controls/segmented.tsx'
import { FastForward, Gauge, Gem, Zap } from '#web/ui/icons/form-icons.ts'
import type { IconComponent } from '#web/ui/icons/icon.tsx'
import type { ControlInput } from './control-props.ts'
import { UpgradeMark, useNeedsUpgrade } from './upgrade-mark.tsx'

/** More options than fit side by side in a form of 350 px, or longer ones, are a list to open. */
const maxSegments = 6
const maxSegmentsText = 40

/** The options of a field: a few stand side by side, many are a list. */
export function SegmentsControl(props: ControlInput<'segments'>) {
  const { name, model, control } = props
  const length = control.options
    .map((option) => optionText(name, option, model).label)
    .join('').length
  const isList = control.options.length > maxSegments || length > maxSegmentsText
  return isList ? <OptionList {...props} /> : <OptionSegments {...props} />
}

function OptionList({
  name,
  model,
  control,
  text,
  hint,
  error,
  value,
  onChange,
}: ControlInput<'segments'>) {
  const needsUpgrade = useNeedsUpgrade()
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(wired) => (
        <select
          {...wired}
          value={String(value)}
          onChange={({ target }) =>
            onChange(control.options.find((option) => String(option) === target.value))
          }
          className="h-control w-full rounded-control border border-edge bg-ground px-2.5 text-body pointer-coarse:text-prompt"
        >
          {control.options.map((option) => {
            const { label } = optionText(name, option, model)
            const isMarked = needsUpgrade && control.upgrade?.includes(option) === true
            return (
              <option key={option} value={option}>
                {isMarked ? m.create_upgrade_option({ option: label }) : label}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}

/** A few options side by side; below them the description of the selected one. */
function OptionSegments({
  name,
  model,
  control,
  text,
  hint,
  error,
  value,
  onChange,
}: ControlInput<'segments'>) {
  const noteId = useId()
  const needsUpgrade = useNeedsUpgrade()
  const chosen = control.options.find((option) => option === value)
  const note =
    error ?? (chosen === undefined ? hint : (optionText(name, chosen, model).hint ?? hint))
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel>{text.label()}</FieldLabel>
      <Segmented
        label={text.label()}
        options={control.options.map((option) =>
          segment(name, optionText(name, option, model).label, {
            option,
            isMarked: needsUpgrade && control.upgrade?.includes(option) === true,
          }),
        )}
        value={chosen}
        onChange={onChange}
        describedBy={note && noteId}
      />
      {note && (
        <p id={noteId} className={`text-small ${error ? 'text-bad' : 'text-quiet'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

/** The icons of speeds, by `field.option` (docs/spec/creation.md#models). */
const icons: Readonly<Record<string, IconComponent>> = {
  'speed.pro': FastForward,
  'speed.high_quality': Gem,
  'acceleration.regular': Gauge,
  'acceleration.turbo': Zap,
}

function segment(
  field: string,
  label: string,
  { option, isMarked }: { option: Option; isMarked: boolean },
): SegmentedOption<Option> {
  const Icon = icons[`${field}.${option}`]
  if (!isMarked && !Icon) return { value: option, label }
  return {
    value: option,
    name: isMarked ? m.create_upgrade_option({ option: label }) : label,
    label: (
      <span className="flex items-center justify-center gap-1 text-center leading-tight">
        {Icon && <Icon size={14} aria-hidden className="shrink-0" />}
        {label}
        {isMarked && <UpgradeMark />}
      </span>
    ),
  }
}
