/**
 * While the file is on its way the bar goes to 70 %, while the server looks at it towards 95 %
 * (docs/spec/creation.md#uploads).
 */
const maxWhileSending = 70
const maxWhileChecking = 95

/** How long the second part takes to go half of what is left, in ms. */
const halfLifeMs = 2_500

/**
 * The percentage to show: `share` (0 to 1) of the file is sent, and for `waited` ms all of it has
 * been. 100 is for the answer alone.
 */
export function displayedPercent(share: number, waitedMs: number): number {
  if (share < 1) return Math.round(Math.max(0, share) * maxWhileSending)
  const left = 0.5 ** (Math.max(0, waitedMs) / halfLifeMs)
  return Math.floor(maxWhileChecking - (maxWhileChecking - maxWhileSending) * left)
}
