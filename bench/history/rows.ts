import type { Row } from '../measure/report.ts'
import type { Summary } from '../measure/summary.ts'
import { ms, times } from '../measure/words.ts'

/** The most that a percentile may be, in ms. */
export type Goal = { p50?: number; p99?: number }

/** One thing asked again and again, and the naive way beside it. */
export function measuredRow(what: string, ours: Summary, naive: Summary | null, goal: Goal): Row {
  return {
    what,
    ratio: naive ? times(ours.p50 / naive.p50) : '',
    goal: Object.entries(goal)
      .map(([name, most]) => `${name} ≤ ${most} ms`)
      .join(', '),
    met:
      Object.keys(goal).length === 0 ? null : ours.p50 <= (goal.p50 ?? Infinity) && ours.p99 <= (goal.p99 ?? Infinity),
    ours: `${ms(ours.p50)}, p99 ${ms(ours.p99)}`,
    yardstick: naive ? ms(naive.p50) : '',
  }
}
