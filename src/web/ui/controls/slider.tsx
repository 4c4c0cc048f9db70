import type { CSSProperties } from 'react'
import type { ControlProps } from './field.tsx'

export type SliderProps = {
  value: number
  onChange: (value: number) => void
  min: number
  max: number
  step?: number
  /** Marked on the track; a double click returns to it. */
  initially?: number
  /** Its name outside a `Field`. */
  label?: string
  /** The value's text for screen readers ("28 steps"). */
  valueText?: string
} & Partial<ControlProps>

/** A slider for an approximate number. Put a `NumberBox` beside it for the exact value. */
export function Slider({
  value,
  onChange,
  initially,
  label,
  valueText,
  min,
  max,
  step = 1,
  ...control
}: SliderProps) {
  const share = (number: number) => (max > min ? ((number - min) / (max - min)) * 100 : 0)
  return (
    <span className="relative flex flex-1 items-center">
      {initially !== undefined && (
        <span
          aria-hidden
          className="pointer-events-none absolute top-1/2 h-3 w-0.5 -translate-1/2 bg-quiet"
          style={{ left: `calc(8px + (100% - 16px) * ${share(initially) / 100})` }}
        />
      )}
      <input
        type="range"
        {...control}
        aria-label={label}
        aria-valuetext={valueText}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onDoubleClick={() => initially !== undefined && onChange(initially)}
        className="range-input relative rounded-control"
        style={{ '--fill': `${share(value)}%` } as CSSProperties}
      />
    </span>
  )
}
