import type { CpuTime } from '../measure/cpu-time.ts'
import type { Row } from '../measure/report.ts'
import { median } from '../measure/summary.ts'
import { ms, percent, perSecond } from '../measure/words.ts'

/** Starts per second, and the CPU of one in ms. */
export type Http = { rate: number; cpu: CpuTime | null }

/** Starts per second of the database layer, and through HTTP. */
export type Round = Record<Layer, number> & { web: Http; all: Http }

type Layer = 'pgbenchMany' | 'many' | 'pgbenchHot' | 'hot'

/** The table: the best of the rounds, their median beside it. */
export function rowsOf(rounds: Round[]): Row[] {
  const layer = (name: Layer) => rounds.map((round) => round[name])
  return [
    layerRow('database layer, many accounts / pgbench', layer('many'), layer('pgbenchMany'), 0.6),
    layerRow(
      'database layer, one hot account / pgbench on it',
      layer('hot'),
      layer('pgbenchHot'),
      null,
    ),
    layerRow('one hot account / many accounts', layer('hot'), layer('many'), 0.5),
    ...httpRows(rounds, 'web', 600),
    ...httpRows(rounds, 'all', null),
  ]
}

function layerRow(what: string, ours: number[], theirs: number[], goal: number | null): Row {
  const ratios = ours.map((rate, round) => rate / (theirs[round] ?? Number.NaN))
  return {
    what,
    ratio: `${percent(Math.max(...ratios))} (${percent(median(ratios))})`,
    goal: goal === null ? '' : `≥ ${percent(goal)}`,
    met: goal === null ? null : median(ratios) >= goal,
    ours: rates(ours),
    yardstick: rates(theirs),
  }
}

function httpRows(rounds: Round[], role: 'web' | 'all', goal: number | null): Row[] {
  const ours = rounds.map((round) => round[role].rate)
  const theirs = rounds.map((round) => round.pgbenchMany)
  const row = layerRow(`through HTTP, role ${role} / pgbench`, ours, theirs, null)
  const cpus = rounds.flatMap((round) => round[role].cpu ?? [])
  if (goal !== null) Object.assign(row, { goal: `≥ ${perSecond(goal)}`, met: median(ours) >= goal })
  return cpus.length === 0 ? [row] : [row, cpuRow(role, cpus)]
}

function cpuRow(role: string, cpus: CpuTime[]): Row {
  const studio = ms(median(cpus.map((cpu) => cpu.studio)))
  const postgres = ms(median(cpus.map((cpu) => cpu.postgres)))
  const what = `CPU a start, role ${role}`
  return {
    what,
    ratio: '',
    goal: '',
    met: null,
    ours: `${studio} + ${postgres} in PostgreSQL`,
    yardstick: '',
  }
}

function rates(values: number[]): string {
  return `${perSecond(Math.max(...values))} (${perSecond(median(values))})`
}
