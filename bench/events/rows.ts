import type { Row } from '../measure/report.ts'
import { median, summarise } from '../measure/summary.ts'
import { ms, percent, times } from '../measure/words.ts'
import { type Block, type Kind, streamsEach } from './disturbance.ts'
import type { IdleStreams } from './memory.ts'

export type Blocks = ReadonlyMap<Kind, Block[]>

/** Streams by the status of their answer, at first and after all of them were closed. */
type Opened = Record<'first' | 'again', Record<string, number>>

const maxSlowdown = 2
const maxBytes = 20 * 1024

const named: Record<Kind, string> = {
  quiet: 'undisturbed',
  unheard: '100 changes/s, no stream open',
  spread: '100 changes/s, 1,000 streams of 20 accounts',
  'one account': '100 changes/s of one account with 50 streams',
  resume: '50 streams at once with Last-Event-ID 0, every second',
}

export function limitRow({ first, again }: Opened, attempts: number): Row {
  const [open = 0, refused = 0] = [first[200], first[429]]
  return row({
    what: `${attempts} streams of one account: open, refused with 429, open after closing`,
    goal: `${streamsEach}, the rest, ${streamsEach}`,
    met: open === streamsEach && refused === attempts - streamsEach && again[200] === streamsEach,
    ours: `${open}, ${refused}, ${again[200] ?? 0}`,
  })
}

export function disturbanceRows(blocks: Blocks): Row[] {
  const readsOf = (kind: Kind) => summarise(of(blocks, kind, 'reads'))
  const quiet = readsOf('quiet')
  const both = ({ p50, p99 }: { p50: number; p99: number }) => `${ms(p50)} / ${ms(p99)}`
  return (['unheard', 'spread', 'one account', 'resume'] as const).map((kind) => {
    const reads = readsOf(kind)
    return row({
      what: `another account's history, p50 / p99: ${named[kind]}`,
      ratio: `${times(reads.p50 / quiet.p50)} / ${times(reads.p99 / quiet.p99)}`,
      ...(kind !== 'unheard' && {
        goal: `p99 ≤ ${maxSlowdown}×`,
        met: reads.p99 <= maxSlowdown * quiet.p99,
      }),
      ours: both(reads),
      yardstick: both(quiet),
    })
  })
}

export function eventRows(blocks: Blocks): Row[] {
  return (['spread', 'one account'] as const).flatMap((kind) => {
    const all = blocks.get(kind) ?? []
    const sum = (of: (block: Block) => number) => all.reduce((total, block) => total + of(block), 0)
    const [expected, delivered] = [sum((block) => block.expected), sum((block) => block.delivered)]
    const { p50, p99 } = summarise(of(blocks, kind, 'latencies'))
    const [refetches, broken] = [sum((block) => block.refetches), sum((block) => block.broken)]
    return [
      row({
        what: `events delivered, ${kind}`,
        goal: 'all',
        met: delivered === expected && refetches === 0 && broken === 0,
        ours: `${delivered} of ${expected}, ${refetches} refetches, ${broken} streams broken`,
      }),
      row({ what: `change to event, p50 / p99, ${kind}`, ours: `${ms(p50)} / ${ms(p99)}` }),
      row({
        what: `CPU of the server, ${kind}`,
        ours: cpuText(all),
        yardstick: cpuText(blocks.get('unheard') ?? []),
      }),
    ]
  })
}

export function resumeRow(blocks: Blocks): Row {
  const { p50, max } = summarise(of(blocks, 'resume', 'resumes'))
  return row({
    what: '50 streams resumed at once, all answered after, median / longest',
    ours: `${ms(p50)} / ${ms(max)}`,
  })
}

export function idleRows({ count, bytes, cpu, refused }: IdleStreams): Row[] {
  return [
    row({
      what: `memory of an idle stream, ${count} of them`,
      goal: `≤ ${maxBytes / 1024} KiB`,
      met: bytes <= maxBytes && refused === 0,
      ours: `${(bytes / 1024).toFixed(1)} KiB${refused > 0 ? `, ${refused} refused` : ''}`,
    }),
    row({ what: `CPU of the server for ${count} idle streams`, ours: `${percent(cpu)} of a core` }),
  ]
}

function of(blocks: Blocks, kind: Kind, what: 'reads' | 'latencies' | 'resumes'): number[] {
  return (blocks.get(kind) ?? []).flatMap((block) => block[what])
}

function cpuText(blocks: Block[]): string {
  const cpus = blocks.flatMap(({ cpu }) => cpu ?? [])
  if (cpus.length === 0) return ''
  const share = (of: 'studio' | 'postgres') => percent(median(cpus.map((cpu) => cpu[of])) / 1_000)
  return `${share('studio')} of a core + ${share('postgres')} in PostgreSQL`
}

function row(cells: Pick<Row, 'what' | 'ours'> & Partial<Row>): Row {
  return { ratio: '', goal: '', met: null, yardstick: '', ...cells }
}
