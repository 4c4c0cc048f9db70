import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { table } from '../report/table.ts'
import { mutations } from './mutations.ts'

const file = path.join(import.meta.dirname, '../../bench/results/mutations.md')

/** A planted bug, its file, the verdict, who caught it, who missed it, and the commit that was tried. */
export type Row = [
  name: string,
  file: string,
  verdict: 'caught' | 'SURVIVED',
  by: string,
  missedBy: string,
  commit: string,
]

/** Writes what came out; bugs that were not planted this time keep the row they have. */
export async function writeResults(rows: Row[]): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const earlier = text
    .split('\n')
    .flatMap((line) => (line.startsWith('| ') ? [line.split('|').slice(1, -1).map(trim)] : []))
  const known = new Map([...earlier, ...rows].map((row) => [row[0], row]))
  const all = mutations.map(({ name }) => known.get(name)).filter((row) => row !== undefined)
  const caught = all.filter(([, , verdict]) => verdict === 'caught').length
  const head = `${all.length} bugs planted, one at a time: ${caught} caught, ${all.length - caught} survived.`
  const body = table(['planted bug', 'file', 'verdict', 'caught by', 'missed by', 'commit'], all)
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, `# Mutation check\n\n${head}\n\n${body}\n`)
}

const trim = (cell: string) => cell.trim()
