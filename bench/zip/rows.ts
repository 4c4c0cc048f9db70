import type { Memory } from '../measure/peak-memory.ts'
import type { Row } from '../measure/report.ts'
import { median } from '../measure/summary.ts'
import { ms, times } from '../measure/words.ts'
import type { Reading } from './read-answer.ts'

/** `cpu` in ms; `null`: this system does not tell. */
export type Measured = Reading & { memory: Memory | null; cpu: number | null }

export type Round = { ours: Measured; single: Measured; buffered: Measured }

/** What eight slow readers take, and how many files are still open when they have left. */
export type Slow = { memory: Memory | null; leftOpen: number | null }

const MiB = 1024 * 1024
const maxMemory = 64 * MiB
const maxFirstByte = 100

export function zipRows(rounds: Round[]): Row[] {
  const of = (way: keyof Round, what: 'firstByte' | 'cpu') =>
    rounds.map((round) => round[way][what] ?? Number.NaN)
  const [memory, naive] = [most(rounds, 'ours'), most(rounds, 'buffered')]
  const [first, late] = [of('ours', 'firstByte'), of('buffered', 'firstByte')]
  const [cpu, least] = [of('ours', 'cpu'), of('single', 'cpu')]
  return [
    {
      what: 'memory: 1 GB as one zip / made in memory',
      ratio: memory && naive ? share([memory.peak], [naive.peak]) : '',
      goal: '≤ +64 MB',
      met: memory && memory.growth <= maxMemory,
      ours: grown(memory),
      yardstick: grown(naive),
    },
    {
      what: 'first byte of it / made in memory',
      ratio: share(first, late),
      goal: '≤ 100 ms',
      met: median(first) <= maxFirstByte,
      ours: both(first, ms),
      yardstick: both(late, ms),
    },
    {
      what: 'CPU of 1 GB / the files one by one',
      ratio: times(median(cpu.map((value, index) => value / (least[index] ?? Number.NaN)))),
      goal: '',
      met: null,
      ours: both(cpu, ms),
      yardstick: both(least, ms),
    },
    {
      what: 'rate / the files one by one',
      ratio: times(median(rounds.map(({ ours, single }) => rate(ours) / rate(single)))),
      goal: '',
      met: null,
      ours: both(
        rounds.map(({ ours }) => rate(ours)),
        perSecond,
        Math.max,
      ),
      yardstick: both(
        rounds.map(({ single }) => rate(single)),
        perSecond,
        Math.max,
      ),
    },
  ]
}

/** The export of an account. */
export function wholeRow({ memory, firstByte }: Measured): Row {
  return {
    what: 'memory: everything of the account',
    ratio: '',
    goal: '≤ +64 MB',
    met: memory && memory.growth <= maxMemory,
    ours: `${grown(memory)}; first byte ${ms(firstByte)}`,
    yardstick: '',
  }
}

export function slowRow({ memory, leftOpen }: Slow): Row {
  return {
    what: 'memory: eight slow readers at once',
    ratio: '',
    goal: '≤ +64 MB',
    met: memory && memory.growth <= maxMemory && leftOpen === 0,
    ours: `${grown(memory)}; then ${leftOpen ?? 'unknown'} files open`,
    yardstick: '',
  }
}

/** Small shares read better upside down. */
const share = (ours: number[], theirs: number[]) =>
  `1/${Math.round(median(theirs.map((value, index) => value / (ours[index] ?? Number.NaN))))}`

const both = (
  values: number[],
  say: (value: number) => string,
  best: (...all: number[]) => number = Math.min,
) => `${say(best(...values))} (${say(median(values))})`

/** The round that took most. */
function most(rounds: Round[], way: keyof Round): Memory | null {
  const all = rounds.flatMap((round) => round[way].memory ?? [])
  return all.toSorted((a, b) => b.growth - a.growth)[0] ?? null
}

const grown = (memory: Memory | null) =>
  memory
    ? `+${Math.round(memory.growth / MiB)} MB, ${Math.round(memory.peak / MiB)} MB in all`
    : 'unknown'

/** Bytes per second. */
const rate = ({ bytes, whole }: Reading) => bytes / (whole / 1000)

const perSecond = (bytes: number) => `${Math.round(bytes / MiB)} MB/s`
