import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { clientOptions } from '#platform/database/database.ts'
import { type CpuTime, median } from './measure.ts'
import type { PostgresServer } from './setup.ts'

/** One measured thing beside its yardstick; `isMet` belongs to `goal`. */
export type Row = {
  what: string
  ratio?: string
  goal?: string
  isMet?: boolean | null
  ours: string
  yardstick?: string
}

/** One thing that must not exceed a limit. */
export function limitRow(
  what: string,
  value: number,
  max: number,
  say: (value: number) => string = String,
): Row {
  return { what, goal: `≤ ${say(max)}`, isMet: value <= max, ours: say(value) }
}

/**
 * Rounds beside those of a yardstick: of rates the highest is the best, of durations the lowest.
 */
export function roundsRow(
  what: string,
  rounds: { ours: number[]; yardstick: number[] },
  kind: 'rate' | 'ms',
): Row & { middle: number; middleRatio: number } {
  const { ours, yardstick } = rounds
  const ratios = ours.map((value, round) => value / (yardstick[round] ?? Number.NaN))
  const best = kind === 'rate' ? Math.max : Math.min
  return {
    what,
    ratio: format.rounds(ratios, kind === 'rate' ? format.percent : format.times, best),
    ours: format.rounds(ours, format[kind], best),
    yardstick: format.rounds(yardstick, format[kind], best),
    middle: median(ours),
    middleRatio: median(ratios),
  }
}

/** One thing that must be exactly so. */
export function exactRow(what: string, ours: unknown, goal: unknown): Row {
  return { what, goal: String(goal), isMet: String(ours) === String(goal), ours: String(ours) }
}

/** `text`: figures below the table. `notes`: how it was measured, one sentence a line. */
export type Report = { title: string; rows: Row[]; text?: string; notes: string[] }

type Order = {
  name: string
  report: Report
  server: PostgresServer
  loadBefore: string
  isFull: boolean
  isKept: boolean
}

/** Prints a benchmark's table and, with `isKept`, writes it to `tests/bench/results/<name>.md`. */
export async function writeReport(order: Order): Promise<void> {
  const { name, report, server, loadBefore, isFull, isKept } = order
  const load = `load average ${loadBefore} before, ${readLoadAverage()} after`
  const lines = [
    `# ${report.title}`,
    '',
    `\`npm run bench -- ${isFull ? '--full ' : ''}${name}\``,
    '',
    ...formatTable(report.rows),
    '',
    ...(report.text === undefined ? [] : ['```text', report.text, '```', '']),
    ...report.notes.map((note) => `- ${note}`),
    `- ${await describeMachine(server)}; ${load}.`,
  ]
  console.log(`\n${lines.join('\n')}\n`)
  if (!isKept) return
  const folder = path.join(import.meta.dirname, '../results')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${name}.md`), `${lines.join('\n')}\n`)
}

/** The lines of a table in Markdown. */
export function formatTable(rows: Row[]): string[] {
  const heads = ['what', 'ratio', 'goal', 'met', 'Atelier', 'yardstick']
  const body = rows.map(({ what, ratio = '', goal = '', isMet = null, ours, yardstick = '' }) => [
    what,
    ratio,
    goal,
    isMet === null ? '' : isMet ? 'yes' : '**no**',
    ours,
    yardstick,
  ])
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...body.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(heads), rule, ...body.map(line)]
}

/** What the figures were measured on, in one line without names of hosts or paths. */
async function describeMachine({ url, place }: PostgresServer): Promise<string> {
  const client = new pg.Client(clientOptions({ url }))
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  const version = rows[0]?.server_version.split(' ')[0] ?? 'unknown'
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  const date = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return `${cores}, Node ${process.version}, PostgreSQL ${version} (${place}), ${process.platform}, ${date} UTC`
}

/** The load average of the last minute: above the number of cores, others were at work too. */
export function readLoadAverage(): string {
  return (loadavg()[0] ?? 0).toFixed(1)
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

export const format = {
  /** `1234.5` → `1,235/s`. */
  rate: (rate: number) => `${whole.format(rate)}/s`,
  /** A duration in ms, with as many digits as say something. */
  ms: (duration: number) => `${duration.toFixed(duration < 10 ? 2 : duration < 100 ? 1 : 0)} ms`,
  /** Two durations in ms. */
  pair: (a: number, b: number) => `${format.ms(a)} / ${format.ms(b)}`,
  percent: (share: number) => `${whole.format(share * 100)} %`,
  times: (ratio: number) => `${ratio.toFixed(2)}×`,
  /** The best of the rounds, their median in brackets. */
  rounds: (values: number[], say: (value: number) => string, best = Math.min) =>
    `${say(best(...values))} (${say(median(values))})`,
}

/** The CPU time of a piece of work, the median of the rounds; no row where it is not known. */
export function cpuRows(what: string, rounds: (CpuTime | null)[]): Row[] {
  const known = rounds.flatMap((cpu) => cpu ?? [])
  if (known.length === 0) return []
  const middle = (who: keyof CpuTime) => format.ms(median(known.map((cpu) => cpu[who])))
  return [{ what, ours: `${middle('product')} + ${middle('postgres')} in PostgreSQL` }]
}
