/**
 * How many values are in each bucket, by its number: bucket n has those above growth^(n-1) up to
 * growth^n. Histograms can be added, which medians cannot.
 */
export type Histogram = Record<string, number>

/** The ratio of two neighbouring bounds: a quantile is exact to half of it, 2.5 %. */
export const growth = 1.05

export function mergeHistograms(one: Histogram, other: Histogram): Histogram {
  const merged = { ...one }
  for (const [bucket, count] of Object.entries(other))
    merged[bucket] = (merged[bucket] ?? 0) + count
  return merged
}

/** The value below which a share of all values lies; `null`: there are none. */
export function quantile(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => ({ bucket: Number(bucket), count }))
    .sort((one, other) => one.bucket - other.bucket)
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  let below = 0
  for (const { bucket, count } of buckets) {
    below += count
    // The geometric middle of the bucket.
    if (below >= share * total) return Math.round(growth ** (bucket - 0.5))
  }
  return null
}
