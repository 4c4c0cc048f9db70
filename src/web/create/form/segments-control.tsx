import { useId } from 'react'
import type { FieldOption } from '#core/models/rules/fields.ts'
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
  const needsUpgrade = useNeedsUpgrade()
  const options = control.options.map((option) => {
    const { label } = optionText(name, option, model)
    const isMarked = needsUpgrade && control.upgrade?.includes(option) === true
    const spoken = isMarked ? m.create_upgrade_option({ option: label }) : label
    return { option, label, isMarked, spoken }
  })
  const length = options.map(({ label }) => label).join('').length
  const isList = options.length > maxSegments || length > maxSegmentsText
  return isList ? (
    <OptionList {...props} options={options} />
  ) : (
    <OptionSegments {...props} options={options} />
  )
}

/** An option with its name. `isMarked`: it needs a purchase; `spoken` says so. */
type NamedOption = { option: FieldOption; label: string; isMarked: boolean; spoken: string }

type OptionsProps = ControlInput<'segments'> & { options: readonly NamedOption[] }

function OptionList({ options, text, hint, error, value, onChange }: OptionsProps) {
  return (
    <Field label={text.label()} hint={hint} error={error}>
      {(wired) => (
        <select
          {...wired}
          value={String(value)}
          onChange={({ target }) =>
            onChange(options.find(({ option }) => String(option) === target.value)?.option)
          }
          className="h-control w-full rounded-control border border-edge bg-ground px-2.5 text-body pointer-coarse:text-prompt"
        >
          {options.map(({ option, spoken }) => (
            <option key={option} value={option}>
              {spoken}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** A few options side by side; below them the description of the selected one. */
function OptionSegments(props: OptionsProps) {
  const { name, model, options, text, hint, error, value, onChange } = props
  const noteId = useId()
  const chosen = options.find(({ option }) => option === value)?.option
  const note =
    error ?? (chosen === undefined ? hint : (optionText(name, chosen, model).hint ?? hint))
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel>{text.label()}</FieldLabel>
      <Segmented
        label={text.label()}
        options={options.map((option) => segment(name, option))}
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
  { option, label, isMarked, spoken }: NamedOption,
): SegmentedOption<FieldOption> {
  const Icon = icons[`${field}.${option}`]
  if (!isMarked && !Icon) return { value: option, label }
  return {
    value: option,
    name: spoken,
    label: (
      <span className="flex items-center justify-center gap-1 text-center leading-tight">
        {Icon && <Icon size={14} aria-hidden className="shrink-0" />}
        {label}
        {isMarked && <UpgradeMark />}
      </span>
    ),
  }
}
