/** Pauses end together at multiples of this, in ms: one look finds whatever came due meanwhile. */
const grid = 50

/**
 * Looks after a pause in ms, rounded up, once for all whose pauses end together: each look is a
 * statement, and jobs that are asked about come due one by one. Without a pause at once.
 */
export function lookLater(look: () => void): (pause: number) => void {
  const planned = new Set<number>()
  return (pause) => {
    if (pause <= 0) return look()
    const now = Date.now()
    const moment = Math.ceil((now + pause) / grid) * grid
    if (planned.has(moment)) return
    planned.add(moment)
    setTimeout(() => {
      planned.delete(moment)
      look()
    }, moment - now).unref()
  }
}
