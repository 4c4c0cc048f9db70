/** The tiles of one row: from where to where in the list of ratios, and how high, in px. */
export type JustifiedRow = { from: number; to: number; height: number }

export type Measure = {
  width: number
  /** Between tiles, in px. */
  gap: number
  /** The target height of rows, in px. */
  target: number
  /** The last row is filled from edge to edge like the others, because more records follow. */
  fills: boolean
}

const mostColumns = 8

/**
 * Splits images of these ratios into rows that fill the width, so that the heights stay as near to
 * the target as possible over all rows together. A row that would become much too high keeps the
 * target height and stays open.
 */
export function justify(ratios: readonly number[], measure: Measure): JustifiedRow[] {
  const best: { cost: number; from: number; height: number }[] = [{ cost: 0, from: 0, height: 0 }]
  for (let to = 1; to <= ratios.length; to++) {
    let found = { cost: Number.POSITIVE_INFINITY, from: to - 1, height: measure.target }
    let sum = 0
    for (let from = to - 1; from >= Math.max(0, to - mostColumns); from--) {
      sum += ratios[from] ?? 1
      const { height, cost } = validate(
        sum,
        to - from,
        to === ratios.length && !measure.fills,
        measure,
      )
      const whole = cost + (best[from]?.cost ?? 0)
      if (whole < found.cost) found = { cost: whole, from, height }
    }
    best.push(found)
  }
  return walkBack(best)
}

function validate(sum: number, count: number, isLast: boolean, { width, gap, target }: Measure) {
  const filled = (width - gap * (count - 1)) / sum
  // A last row that nearly reaches the edge would look like a mistake.
  if (isLast && filled > target * 1.2) return { height: target, cost: 0 }
  const height = filled > target * 1.6 ? target : filled
  const distance = filled / target - 1
  return { height, cost: distance * distance * (filled > target * 1.6 ? 4 : 1) }
}

function walkBack(best: readonly { from: number; height: number }[]): JustifiedRow[] {
  const rows: JustifiedRow[] = []
  for (let to = best.length - 1; to > 0; to = rows[0]?.from ?? 0) {
    const { from = 0, height = 0 } = best[to] ?? {}
    rows.unshift({ from, to, height })
  }
  return rows
}

/**
 * The height of a row in a list of this width: two to three images on a phone, at most about eight
 * anywhere.
 */
export function targetHeight(width: number): number {
  return width < 1000 ? Math.min(240, Math.max(144, width * 0.24)) : Math.max(240, width * 0.15)
}
