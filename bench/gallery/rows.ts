import type { Row } from '../measure/report.ts'
import type { Action } from './interactions.ts'
import type { Scrolling } from './scrolling.ts'

const goal = 100
const mostCards = 80
const yardstick = '55–105 ms'

/** The benchmark's table. */
export function rowsOf(
  actions: readonly Action[],
  { longTasks, mostCards: cards }: Scrolling,
): Row[] {
  const all = actions.flatMap(({ durations }) => durations)
  const longest = Math.round(Math.max(0, ...longTasks))
  return [
    interaction('INP of everything below', all, true),
    ...actions.map(({ what, durations }) => interaction(what, durations, false)),
    {
      what: 'records in the page, at most',
      ratio: '',
      goal: `≤ ${mostCards}`,
      met: cards <= mostCards,
      ours: String(cards),
      yardstick: '',
    },
    {
      what: 'long tasks while scrolling',
      ratio: '',
      goal: 'none',
      met: longTasks.length === 0,
      ours: longTasks.length === 0 ? 'none' : `${longTasks.length}, the longest ${longest} ms`,
      yardstick: '',
    },
  ]
}

function interaction(what: string, durations: readonly number[], isGoal: boolean): Row {
  const worst = Math.max(0, ...durations)
  return {
    what,
    ratio: '',
    goal: isGoal ? `≤ ${goal} ms` : '',
    met: isGoal ? worst <= goal : null,
    ours: durations.length === 0 ? 'under 16 ms' : `${worst} ms`,
    yardstick: isGoal ? yardstick : '',
  }
}
