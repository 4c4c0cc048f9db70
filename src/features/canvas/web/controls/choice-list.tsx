import { Field } from '#web/ui/controls/field.tsx'

type ChoiceListProps = {
  label: string
  hint?: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** One of many, as a list to open. */
export function ChoiceList({ label, hint, options, value, onChange }: ChoiceListProps) {
  return (
    <Field label={label} hint={hint}>
      {(wired) => (
        <select
          {...wired}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="h-control w-full rounded-control border border-edge bg-ground px-2.5 text-body pointer-coarse:text-prompt"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
