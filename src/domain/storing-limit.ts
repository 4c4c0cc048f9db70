/**
 * How many generations one process stores side by side, in between: at first, at least and at most.
 */
export const storingLimits = { initial: 16, min: 1, max: 64 } as const

/** How a write to our storage went. */
export type WriteOutcome = 'healthy' | 'slow' | 'failed'

/**
 * A write may take so long, in ms, and for every so many bytes one ms more, before it counts as
 * slow.
 */
const slowAfter = 2_000
const bytesPerMs = 500

/** `ms`: how long the store took for `bytes` bytes. */
export function isSlowWrite({ ms, bytes }: { ms: number; bytes: number }): boolean {
  return ms > slowAfter + bytes / bytesPerMs
}

/**
 * Returns how many may be stored side by side after one more write: additive increase,
 * multiplicative decrease, as TCP finds the rate of a line. One more for about every `limit`
 * healthy writes; a quarter fewer after a slow one, half after a failed one. Fractions count: only
 * whole places are given.
 */
export function adaptStoringLimit(limit: number, outcome: WriteOutcome): number {
  const next = outcome === 'healthy' ? limit + 1 / limit : limit * (outcome === 'slow' ? 0.75 : 0.5)
  return Math.min(storingLimits.max, Math.max(storingLimits.min, next))
}
