import type { Row } from '../measure/report.ts'
import { ms, times } from '../measure/words.ts'
import type { Timing } from './timing.ts'

/** The most that a percentile may be, in ms. */
export type Goal = { p50?: number; p99?: number }

/** One thing asked again and again, and the naive way beside it. */
export function measuredRow(
  what: string,
  { wall, cpu }: Timing,
  naive: Timing | null,
  goal: Goal,
): Row {
  const goals = Object.entries(goal).map(([name, most]) => `${name} ≤ ${most} ms`)
  const isMet =
    wall.p50 <= (goal.p50 ?? Number.POSITIVE_INFINITY) &&
    wall.p99 <= (goal.p99 ?? Number.POSITIVE_INFINITY)
  return {
    what,
    ratio: naive ? times(wall.p50 / naive.wall.p50) : '',
    goal: goals.join(', '),
    met: goals.length === 0 ? null : isMet,
    ours: `${ms(wall.p50)}, p99 ${ms(wall.p99)}${cpu ? ` (CPU ${ms(cpu.p50)}, p99 ${ms(cpu.p99)})` : ''}`,
    yardstick: naive
      ? `${ms(naive.wall.p50)}${naive.cpu ? ` (CPU ${ms(naive.cpu.p50)})` : ''}`
      : '',
  }
}
