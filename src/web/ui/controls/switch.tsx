import { type ReactNode, useId } from 'react'

export type SwitchProps = {
  label: string
  /** One quiet sentence below the label. */
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** On or off, in effect at once. The whole line can be clicked. */
export function Switch({ label, hint, checked, onChange, disabled }: SwitchProps) {
  const hintId = useId()
  return (
    <label className="flex min-h-control items-center justify-between gap-4 py-1 has-disabled:opacity-45">
      <span>
        <span className="block text-body">{label}</span>
        {hint && (
          <span id={hintId} className="block text-small text-quiet">
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-checked={checked}
        {...(hint ? { 'aria-describedby': hintId } : {})}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="switch-input"
      />
    </label>
  )
}
