import type { Row } from '../measure/report.ts'
import { median } from '../measure/summary.ts'
import type { Visit } from './visit.ts'

type Measure = {
  what: string
  of: (visit: Visit) => number
  goal: number
  text: (value: number) => string
  peers?: string
}

const inMs = (value: number) => `${Math.round(value)} ms`

const measures: Measure[] = [
  {
    what: 'JavaScript',
    of: ({ script }) => script / 1000,
    goal: 130,
    text: (value) => `${Math.round(value)} kB`,
    peers: '121–1,608 kB',
  },
  {
    what: 'largest paint',
    of: ({ largestPaint }) => largestPaint,
    goal: 1_200,
    text: inMs,
    peers: '3,000–5,400 ms',
  },
  { what: 'time blocked', of: ({ blocked }) => blocked, goal: 100, text: inMs },
  {
    what: 'shifts',
    of: ({ shift }) => Math.round(shift * 1000) / 1000,
    goal: 0,
    text: (value) => (value === 0 ? 'none' : String(value)),
  },
]

/** What the visits to one form were like in the middle, beside the goals. */
export function rowsOf({ form, visits }: { form: string; visits: readonly Visit[] }): Row[] {
  return measures.map(({ what, of, goal, text, peers = '' }) => {
    const middle = median(visits.map(of))
    return {
      what: `${form}: ${what}`,
      ratio: '',
      goal: goal === 0 ? text(goal) : `≤ ${text(goal)}`,
      met: middle <= goal,
      ours: text(middle),
      yardstick: peers,
    }
  })
}
