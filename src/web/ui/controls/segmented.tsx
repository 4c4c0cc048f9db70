import { type ReactNode, useId } from 'react'

export type SegmentedOption<Value extends string | number> = {
  value: Value
  label: ReactNode
  /** Its accessible name when the label is an image. */
  name?: string
  disabled?: boolean
}

export type SegmentedProps<Value extends string | number> = {
  /** Names the group for screen readers; put a visible `FieldLabel` above it. */
  label: string
  options: readonly SegmentedOption<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  describedBy?: string | undefined
}

/** One of a few, side by side. A radio group: arrow keys move, Tab leaves. */
export function Segmented<Value extends string | number>(props: SegmentedProps<Value>) {
  const { label, options, value, onChange, describedBy } = props
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      aria-describedby={describedBy}
      className="grid auto-cols-fr grid-flow-col gap-0.5 rounded-control border border-edge p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex min-h-[calc(var(--control)-6px)] items-center justify-center rounded-[6px] px-2 text-body text-quiet transition-colors hover:text-text has-checked:bg-text has-checked:font-medium has-checked:text-ground has-disabled:opacity-45 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            aria-label={option.name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
