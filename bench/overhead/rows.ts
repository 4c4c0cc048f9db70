import type { Row } from '../measure/report.ts'
import { median, type Summary, summarise } from '../measure/summary.ts'
import { times as inTimes, ms } from '../measure/words.ts'

/** Durations in ms: until the provider's submit, and until the client's answer. */
export type Times = { total: number[]; untilAnswer: number[] }

export type Round = Record<'prototype' | 'all' | 'separate', Times>

type Percentile = 'p50' | 'p99'

export function rowsOf(rounds: Round[]): Row[] {
  const names = { all: 'one process', separate: 'web and worker apart' } as const
  return (['all', 'separate'] as const).flatMap((who) => [
    ratioRow(rounds, who, { what: `${names[who]}, p50`, percentile: 'p50', goal: 2 }),
    ratioRow(rounds, who, { what: `${names[who]}, p99`, percentile: 'p99', goal: 3 }),
    limitRow(rounds, who, `${names[who]}, p99 in ms`),
    answerRow(rounds, who, `${names[who]}, p50 until the client has its answer`),
  ])
}

type Who = 'all' | 'separate'

function ratioRow(
  rounds: Round[],
  who: Who,
  options: { what: string; percentile: Percentile; goal: number },
): Row {
  const { what, percentile, goal } = options
  const of = (round: Round, subject: keyof Round) => summarise(round[subject].total)[percentile]
  const ratios = rounds.map((round) => of(round, who) / of(round, 'prototype'))
  return {
    what,
    ratio: `${inTimes(Math.min(...ratios))} (${inTimes(median(ratios))})`,
    goal: `≤ ${goal}×`,
    met: median(ratios) <= goal,
    ours: durations(rounds.map((round) => of(round, who))),
    yardstick: durations(rounds.map((round) => of(round, 'prototype'))),
  }
}

function limitRow(rounds: Round[], who: Who, what: string): Row {
  const values = summaries(rounds, who).map(({ p99 }) => p99)
  const limit = 20
  return {
    what,
    ratio: '',
    goal: `≤ ${limit} ms`,
    met: median(values) <= limit,
    ours: durations(values),
    yardstick: '',
  }
}

function answerRow(rounds: Round[], who: Who, what: string): Row {
  const of = (subject: keyof Round) =>
    rounds.map((round) => summarise(round[subject].untilAnswer).p50)
  return {
    what,
    ratio: '',
    goal: '',
    met: null,
    ours: durations(of(who)),
    yardstick: durations(of('prototype')),
  }
}

const summaries = (rounds: Round[], who: keyof Round): Summary[] =>
  rounds.map((round) => summarise(round[who].total))

function durations(values: number[]): string {
  return `${ms(Math.min(...values))} (${ms(median(values))})`
}
