import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Server } from '../world/server.ts'
import { describeMachine } from './machine.ts'

/** One measured thing beside its yardstick. `goal` and `met` are absent where there is none. */
export type Row = {
  what: string
  ratio: string
  goal: string
  met: boolean | null
  ours: string
  yardstick: string
}

export type Report = {
  name: string
  title: string
  rows: Row[]
  /** How it was measured, one sentence a line. */
  notes: string[]
  /** The load average before and after. */
  loads: string[]
}

const results = path.join(import.meta.dirname, '../results')
const heads = ['what', 'ratio', 'goal', 'met', 'Atelier', 'yardstick']

/** Prints the table and writes it to `bench/results/<name>.md`. */
export async function writeReport(report: Report, server: Server): Promise<void> {
  const cells = report.rows.map(({ what, ratio, goal, met, ours, yardstick }) => [
    what,
    ratio,
    goal,
    met === null ? '' : met ? 'yes' : '**no**',
    ours,
    yardstick,
  ])
  const table = alignTable([heads, ...cells])
  const lines = [
    `# ${report.title}`,
    '',
    `\`npm run bench -- ${report.name}\``,
    '',
    ...table,
    '',
    ...report.notes.map((note) => `- ${note}`),
    `- ${describeMachine(server)}; load average ${report.loads.join(' before, ')} after.`,
  ]
  console.log(`\n${lines.join('\n')}\n`)
  await mkdir(results, { recursive: true })
  await writeFile(path.join(results, `${report.name}.md`), `${lines.join('\n')}\n`)
}

function alignTable(rows: string[][]): string[] {
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [
    line(head),
    `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
    ...body.map(line),
  ]
}
