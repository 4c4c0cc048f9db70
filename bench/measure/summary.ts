/** A sample in whatever unit its values have. */
export type Summary = { count: number; mean: number; p50: number; p99: number; max: number }

/** Percentiles by nearest rank. Throws when there is nothing to sum up. */
export function summarise(values: number[]): Summary {
  if (values.length === 0) throw new Error('Nothing was measured')
  const sorted = values.toSorted((a, b) => a - b)
  const rank = (share: number) =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
  const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
  return { count: sorted.length, mean, p50: rank(0.5), p99: rank(0.99), max: rank(1) }
}

/** The middle one, the upper of the two when their number is even. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
