import type { ReactNode } from 'react'
import type { Tone } from './notice.tsx'

export type BadgeProps = {
  tone?: Tone | 'accent'
  /** Stands on a picture: dark behind it in both themes. */
  onPicture?: boolean
  children: ReactNode
}

const colours = {
  good: 'text-good border-good',
  warn: 'text-warn border-warn',
  bad: 'text-bad border-bad',
  plain: 'text-quiet border-edge',
  accent: 'text-accent border-accent',
}

/** One word about a thing. At most one on each. */
export function Badge({ tone = 'plain', onPicture, children }: BadgeProps) {
  const ground = onPicture ? 'scheme-dark bg-ground/85 border-transparent' : 'border'
  return (
    <span
      className={`inline-flex h-5 items-center gap-1 rounded-[5px] px-1.5 text-[0.6875rem] leading-none font-medium whitespace-nowrap tabular-nums ${colours[tone]} ${ground}`}
    >
      {children}
    </span>
  )
}
