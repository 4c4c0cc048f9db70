import type { Row } from '../measure/report.ts'
import { median } from '../measure/summary.ts'
import { percent, perSecond } from '../measure/words.ts'

/** Starts per second. */
export type Round = { pgbenchMany: number; many: number; pgbenchHot: number; hot: number; web: number; all: number }

/** The table: the best of the rounds, their median beside it. */
export function rowsOf(rounds: Round[]): Row[] {
  const share = (what: string, ours: keyof Round, theirs: keyof Round, goal: number | null): Row => {
    const ratios = rounds.map((round) => round[ours] / round[theirs])
    return {
      what,
      ratio: `${percent(Math.max(...ratios))} (${percent(median(ratios))})`,
      goal: goal === null ? '' : `≥ ${percent(goal)}`,
      met: goal === null ? null : median(ratios) >= goal,
      ours: rates(rounds.map((round) => round[ours])),
      yardstick: rates(rounds.map((round) => round[theirs])),
    }
  }
  const http = (what: string, ours: 'web' | 'all', goal: number | null): Row => ({
    ...share(what, ours, 'pgbenchMany', null),
    goal: goal === null ? '' : `≥ ${perSecond(goal)}`,
    met: goal === null ? null : median(rounds.map((round) => round[ours])) >= goal,
  })
  return [
    share('database layer, many accounts / pgbench', 'many', 'pgbenchMany', 0.6),
    share('database layer, one hot account / pgbench on it', 'hot', 'pgbenchHot', null),
    share('one hot account / many accounts', 'hot', 'many', 0.5),
    http('through HTTP, role web / pgbench', 'web', 600),
    http('through HTTP, role all / pgbench', 'all', null),
  ]
}

function rates(values: number[]): string {
  return `${perSecond(Math.max(...values))} (${perSecond(median(values))})`
}
