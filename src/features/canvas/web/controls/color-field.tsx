import { useId } from 'react'

type ColorFieldProps = {
  label: string
  value: string
  onChange: (color: string) => void
}

/** A colour, with its name beside it; one that is partly transparent stays so. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-2 text-small text-quiet">
      <input
        id={id}
        type="color"
        value={value.slice(0, 7)}
        onChange={({ target }) => onChange(`${target.value}${value.slice(7)}`)}
        className={colorStyle}
      />
      <label htmlFor={id}>{label}</label>
    </span>
  )
}

const colorStyle =
  'size-8 shrink-0 rounded-control border border-edge bg-transparent pointer-coarse:size-11'

type OptionalColorFieldProps = {
  label: string
  value: string | null
  /** The colour that it gets when it is switched on. */
  usual: string
  onChange: (color: string | null) => void
}

/** A colour that may be none. */
export function OptionalColorField({ label, value, usual, onChange }: OptionalColorFieldProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-2 text-small text-quiet">
      <label htmlFor={id} className="flex min-h-control-small items-center gap-1.5">
        <input
          id={id}
          type="checkbox"
          checked={value !== null}
          onChange={({ target }) => onChange(target.checked ? usual : null)}
          className="size-4 accent-accent"
        />
        {label}
      </label>
      {value !== null && (
        <input
          type="color"
          aria-label={label}
          value={value.slice(0, 7)}
          onChange={({ target }) => onChange(`${target.value}${value.slice(7)}`)}
          className={colorStyle}
        />
      )}
    </span>
  )
}
