export const clamp = (value: number, low = 0, high = 1): number =>
  Math.min(high, Math.max(low, value))

export const mix = (from: number, to: number, share: number): number => from + (to - from) * share

/**
 * 0 below `low`, 1 above `high`, an S-curve between; falls instead when `high` is less than `low`.
 */
export function smoothstep(low: number, high: number, value: number): number {
  const share = clamp((value - low) / (high - low))
  return share * share * (3 - 2 * share)
}
