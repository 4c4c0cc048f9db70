import { m } from '#web/messages/compiled/messages.js'
import { Field } from '#web/ui/controls/field.tsx'

/** Something to choose, and what people call it. */
export type Choice = { value: string; label: string }

type SelectFieldProps = {
  label: string
  value: string | undefined
  choices: readonly Choice[]
  onChange: (value: string | undefined) => void
}

/** One of several, or all. A value that is no longer among them stays selectable. */
export function SelectField({ label, value, choices, onChange }: SelectFieldProps) {
  const isKnown = value === undefined || choices.some((choice) => choice.value === value)
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || undefined)}
          className="h-control w-full rounded-control border border-edge bg-ground px-2.5 text-body text-text pointer-coarse:text-prompt"
        >
          <option value="">{m.history_filter_all()}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
          {!isKnown && <option value={value}>{value}</option>}
        </select>
      )}
    </Field>
  )
}
