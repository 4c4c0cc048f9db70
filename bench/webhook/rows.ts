import type { CpuTime } from '../measure/cpu-time.ts'
import type { Row } from '../measure/report.ts'
import { median, summarise } from '../measure/summary.ts'
import { ms, percent, perSecond } from '../measure/words.ts'
import type { Latencies } from './watch.ts'

/** Per second, and the CPU of one webhook in ms. */
export type IngestRound = { verified: number; rate: number; cpu: CpuTime | null }

export type Burst = { count: number; repeats: number; forged: number; rate: number }

/** How long a person waits after the provider's webhook, beside polling. */
export function latencyRows(rounds: Latencies[]): Row[] {
  const row = (percentile: 'p50' | 'p99', limit: number): Row => {
    const ours = rounds.map(({ stream }) => summarise(stream)[percentile])
    const polling = rounds.map((round) => summarise(round.polling)[percentile])
    const shares = ours.map((value, index) => value / (polling[index] ?? Number.NaN))
    return {
      what: `webhook to event, ${percentile}`,
      ratio: `1/${Math.round(1 / Math.min(...shares))} (1/${Math.round(1 / median(shares))})`,
      goal: `≤ ${limit} ms`,
      met: median(ours) <= limit,
      ours: `${ms(Math.min(...ours))} (${ms(median(ours))})`,
      yardstick: `${ms(Math.min(...polling))} (${ms(median(polling))})`,
    }
  }
  return [row('p50', 10), row('p99', 50)]
}

export function lostRow({ stream }: Latencies): Row {
  const { max, p50 } = summarise(stream)
  const limit = 5_000
  return {
    what: 'webhook lost: job’s end to event, longest',
    ratio: '',
    goal: `≤ ${limit} ms`,
    met: max <= limit,
    ours: `${ms(max)} (p50 ${ms(p50)})`,
    yardstick: '',
  }
}

export function ingestRows(rounds: IngestRound[]): Row[] {
  const ratios = rounds.map(({ rate, verified }) => rate / verified)
  const both = (values: number[]) =>
    `${perSecond(Math.max(...values))} (${perSecond(median(values))})`
  const cpus = rounds.flatMap(({ cpu }) => cpu ?? [])
  const rates: Row = {
    what: 'ingest: verified, deduplicated, committed',
    ratio: `${percent(Math.max(...ratios))} (${percent(median(ratios))})`,
    goal: `≥ ${perSecond(1_000)}`,
    met: median(rounds.map(({ rate }) => rate)) >= 1_000,
    ours: both(rounds.map(({ rate }) => rate)),
    yardstick: both(rounds.map(({ verified }) => verified)),
  }
  return cpus.length === 0 ? [rates] : [rates, cpuRow(cpus)]
}

function cpuRow(cpus: CpuTime[]): Row {
  const studio = ms(median(cpus.map((cpu) => cpu.studio)))
  const postgres = ms(median(cpus.map((cpu) => cpu.postgres)))
  return {
    what: 'CPU a webhook',
    ratio: '',
    goal: '',
    met: null,
    ours: `${studio} + ${postgres} in PostgreSQL`,
    yardstick: '',
  }
}

/**
 * Only made when nothing was lost and nothing but the forged refused; otherwise the benchmark has
 * failed before.
 */
export function burstRow({ count, repeats, forged, rate }: Burst): Row {
  return {
    what: `burst of ${count}, ${repeats} repeated, ${forged} forged`,
    ratio: '',
    goal: 'none lost',
    met: true,
    ours: `${perSecond(rate)}, 0 lost, ${forged} refused`,
    yardstick: '',
  }
}
