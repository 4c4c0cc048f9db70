import { useState } from 'react'
import type { ControlProps } from './field.tsx'

export type NumberBoxProps = {
  /** `undefined` shows an empty box. */
  value: number | undefined
  /** Called with values within the limits only; with `undefined` when emptied and `mayBeEmpty`. */
  onChange: (value: number | undefined) => void
  min: number
  max: number
  step?: number
  mayBeEmpty?: boolean
  placeholder?: string
  /** Its name when it stands outside a `Field`. */
  label?: string
  /** As wide as what surrounds it, instead of five digits. */
  wide?: boolean
} & Partial<ControlProps>

/** An exact number. What is typed counts as soon as it is within the limits; otherwise leaving the box restores it. */
export function NumberBox(props: NumberBoxProps) {
  const { value, onChange, min, max, step = 1, mayBeEmpty = false, label, wide, ...control } = props
  const [typed, setTyped] = useState<string>()

  const type = (text: string) => {
    setTyped(text)
    const next = text === '' ? undefined : Number(text)
    if (isAcceptable(next, props)) onChange(next)
  }

  return (
    <input
      type="number"
      inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
      {...control}
      aria-label={label}
      min={min}
      max={max}
      step={step}
      required={!mayBeEmpty}
      value={typed ?? value ?? ''}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyped(undefined)}
      className={`h-control rounded-control border border-edge bg-ground px-2.5 text-body tabular-nums placeholder:text-faint pointer-coarse:text-prompt invalid:border-bad aria-invalid:border-bad ${wide ? 'w-full min-w-0' : 'w-18 text-right'}`}
    />
  )
}

function isAcceptable(next: number | undefined, { min, max, step = 1, mayBeEmpty }: NumberBoxProps): boolean {
  if (next === undefined) return mayBeEmpty === true
  if (!(next >= min && next <= max)) return false
  return !Number.isInteger(step) || Number.isInteger(next)
}
