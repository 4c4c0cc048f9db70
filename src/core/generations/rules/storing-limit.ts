/**
 * How many generations one process stores concurrently: initial, minimum and maximum.
 */
export const storingLimits = { initial: 16, min: 1, max: 64 } as const

/** The outcome of a write to our storage. */
export type WriteOutcome = 'healthy' | 'slow' | 'failed'

/**
 * A write may take this long, in ms, plus one ms per so many bytes, before it counts as slow.
 */
const slowAfter = 2_000
const bytesPerMs = 500

/** `ms`: how long storage took for `bytes` bytes. */
export function isSlowWrite({ ms, bytes }: { ms: number; bytes: number }): boolean {
  return ms > slowAfter + bytes / bytesPerMs
}

/**
 * Returns the new limit after one more write: additive increase, multiplicative decrease, as TCP
 * finds the capacity of a connection. Plus one for about every `limit` healthy writes; a quarter
 * less after a slow one, half after a failed one. Fractions count: only whole slots are given.
 */
export function adaptStoringLimit(limit: number, outcome: WriteOutcome): number {
  const next = outcome === 'healthy' ? limit + 1 / limit : limit * (outcome === 'slow' ? 0.75 : 0.5)
  return Math.min(storingLimits.max, Math.max(storingLimits.min, next))
}
