import { type FocusEvent, useRef, useState } from 'react'
import type { ControlProps } from './field.tsx'

export type NumberLimits = { min: number; max: number; step?: number }

export type NumberBoxProps = NumberLimits & {
  /** `undefined` shows an empty box. */
  value: number | undefined
  /**
   * Called with every typed number, outside the limits too: the form reports what is wrong on
   * submit. With `undefined` when the box is emptied and `mayBeEmpty`; otherwise an empty box
   * counts as the number it had.
   */
  onChange: (value: number | undefined) => void
  /** Leaving the box changed the typed number to the nearest limit; called after `onChange`. */
  onAdjust?: (adjustment: { typed: number; value: number }) => void
  mayBeEmpty?: boolean
  placeholder?: string
  /** Its name outside a `Field`. */
  label?: string
  /** As wide as its container, instead of five digits. */
  wide?: boolean
} & Partial<Omit<ControlProps, 'id'>> & { id?: string }

/**
 * An exact number, typed freely. Leaving the box moves it within its limits, unless the focus goes
 * to a submit button.
 */
export function NumberBox(props: NumberBoxProps) {
  const {
    value,
    onChange,
    onAdjust,
    min,
    max,
    step = 1,
    mayBeEmpty = false,
    label,
    wide,
    ...control
  } = props
  const [typed, setTyped] = useState<string>()
  const before = useRef(value)

  const isWithin = (number: number | undefined) =>
    number === undefined || nearestNumber(number, { min, max, step }) === number

  const type = (text: string) => {
    setTyped(text)
    if (text === '') return onChange(mayBeEmpty ? undefined : before.current)
    if (!isWithin(before.current)) before.current = Number(text)
    onChange(Number(text))
  }
  const leave = (event: FocusEvent) => {
    setTyped(undefined)
    if (value === undefined || isSubmitButton(event.relatedTarget)) return
    const nearest = nearestNumber(value, { min, max, step })
    if (nearest === value) return
    onChange(nearest)
    onAdjust?.({ typed: value, value: nearest })
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
      onFocus={() => {
        before.current = value
      }}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      className={`h-control rounded-control border bg-ground px-2.5 text-body tabular-nums placeholder:text-faint pointer-coarse:text-prompt aria-invalid:border-bad ${isWithin(value) ? 'border-edge' : 'border-bad'} ${wide ? 'w-full min-w-0' : 'w-18 text-right'}`}
    />
  )
}

/** The nearest number within the limits; a whole one where the step is whole. */
export function nearestNumber(value: number, { min, max, step = 1 }: NumberLimits): number {
  const rounded = Number.isInteger(step) ? Math.round(value) : value
  return Math.min(max, Math.max(min, rounded))
}

/** A press on it submits the typed number, which must then be rejected, not changed before. */
export function isSubmitButton(target: EventTarget | null): boolean {
  return target instanceof HTMLButtonElement && target.type === 'submit'
}
