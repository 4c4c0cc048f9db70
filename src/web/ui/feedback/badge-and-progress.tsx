import type { ReactNode } from 'react'
import type { Tone } from './notices.tsx'

export type BadgeProps = {
  tone?: Tone | 'accent'
  /** Shown over an image: dark behind it in both themes. */
  onImage?: boolean
  children: ReactNode
}

const colours = {
  good: 'text-good border-good',
  warn: 'text-warn border-warn',
  bad: 'text-bad border-bad',
  plain: 'text-quiet border-edge',
  accent: 'text-accent border-accent',
}

/** One word about an item. At most one on each. */
export function Badge({ tone = 'plain', onImage, children }: BadgeProps) {
  const ground = onImage ? 'scheme-dark bg-ground/85 border-transparent' : 'border'
  return (
    <span
      className={`inline-flex h-5 items-center gap-1 rounded-[5px] px-1.5 text-[0.6875rem] leading-none font-medium whitespace-nowrap tabular-nums ${colours[tone]} ${ground}`}
    >
      {children}
    </span>
  )
}

export type ProgressBarProps = {
  /** 0 to 100; without it the bar only shows that something is in progress. */
  percent?: number | undefined
  /** What is in progress, for screen readers. */
  label: string
}

/** A thin progress bar. Always beside a text that names the action; never alone. */
export function ProgressBar({ percent, label }: ProgressBarProps) {
  const known = percent !== undefined
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(known && { 'aria-valuenow': Math.round(percent) })}
      className="h-0.5 overflow-hidden rounded-full bg-line"
    >
      {known ? (
        <div
          className="h-full origin-left bg-accent transition-transform duration-200"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      ) : (
        <div className="sweep h-full w-1/4 bg-accent" />
      )}
    </div>
  )
}
