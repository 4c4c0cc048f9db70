/**
 * While the file is sent the bar goes to 70 %, while the server validates it towards 95 %
 * (docs/spec/creation.md#uploads).
 */
const maxWhileSending = 70
const maxWhileChecking = 95

/** The time in which the second part covers half of the remaining distance, in ms. */
const halfLifeMs = 2_500

/**
 * The percentage to show: `share` (0 to 1) of the file is sent, and for `waited` ms all of it has
 * been. 100 is only shown with the answer.
 */
export function displayedPercent(share: number, waitedMs: number): number {
  if (share < 1) return Math.round(Math.max(0, share) * maxWhileSending)
  const left = 0.5 ** (Math.max(0, waitedMs) / halfLifeMs)
  return Math.floor(maxWhileChecking - (maxWhileChecking - maxWhileSending) * left)
}
