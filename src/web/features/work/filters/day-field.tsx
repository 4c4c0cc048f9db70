import { Field } from '#web/ui/controls/field.tsx'

type DayFieldProps = {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

/** A day of the reader's, `2026-11-21`, or none. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  return (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value || undefined)}
          className="h-control w-full min-w-0 rounded-control border border-edge bg-ground px-2.5 text-body text-text tabular-nums pointer-coarse:text-prompt"
        />
      )}
    </Field>
  )
}
